"""The board of a match, and everything drawn over it."""
