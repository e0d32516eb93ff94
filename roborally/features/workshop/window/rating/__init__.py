"""How boards and courses play, shown in the window: the games of bots, sentences about them, and a page for courses."""
