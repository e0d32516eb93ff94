"""The window's part of play by post."""
