"""Makes games: match files, settings, new matches; statistics and forecasts while one is played."""
