"""The analysis of a match in the window."""
