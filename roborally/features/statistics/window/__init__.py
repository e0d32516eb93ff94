"""Statistics and achievements in the window: their page, and the badge of its menu entry."""
