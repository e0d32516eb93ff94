"""Recorded matches: a list of them, watching one, films and pages; `roborally.game.records` reads the files."""
