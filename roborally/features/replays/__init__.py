"""Recorded matches: the list, watching one, films of it, and the command; `roborally.records` reads the files."""
