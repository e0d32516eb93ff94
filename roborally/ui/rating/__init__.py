"""How boards and courses play, in the window: bots that play, what they find as sentences, and a page for courses."""
