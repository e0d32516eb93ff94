"""Recorded matches: the list, watching one, films of it, and the command; `roborally.game.records` reads the files."""
