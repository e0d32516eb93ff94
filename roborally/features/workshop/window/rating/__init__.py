"""How boards and courses play, in the window: games of bots, sentences about the results, and a page for courses."""
