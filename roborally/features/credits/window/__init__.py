"""Credits and licences in the window."""
