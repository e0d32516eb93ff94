"""The board of a match, and what is drawn over it."""
