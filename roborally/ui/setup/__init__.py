"""Setting up a match: quick match, lobby, saved games."""
