"""Exhibitions in the window and on the command line; `roborally.arena` plays their games."""
