"""The page with credits and licences in the window."""
