"""What decided a match that is over: how each robot stood, turning points, and other programs; no drawing."""
