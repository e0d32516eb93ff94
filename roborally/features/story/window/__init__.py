"""The story page in the window."""
