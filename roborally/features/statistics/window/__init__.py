"""Statistics and achievements in the window."""
