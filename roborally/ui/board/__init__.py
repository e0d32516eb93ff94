"""Draws the board and the robots, and animates events."""
