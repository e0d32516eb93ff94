"""Makes games: match files, settings, a new match, and what is counted and forecast while it is played."""
