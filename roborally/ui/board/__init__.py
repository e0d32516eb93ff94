"""Draws a board and the robots on it, and animates the events of a match."""
