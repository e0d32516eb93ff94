"""Shows in the window how boards and courses play: the games of bots, sentences about them, and a page for courses."""
