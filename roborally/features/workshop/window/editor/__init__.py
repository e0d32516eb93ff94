"""The board editor in the window."""
