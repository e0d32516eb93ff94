"""Exhibitions, in which bots play against each other; `roborally.arena` plays their games."""
