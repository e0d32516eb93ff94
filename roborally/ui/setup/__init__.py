"""Where a match is set up: quick match, lobby, saved games."""
