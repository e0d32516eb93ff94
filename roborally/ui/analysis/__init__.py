"""What decided a match: its analysis in the window."""
