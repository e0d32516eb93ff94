"""The openings in the window."""
