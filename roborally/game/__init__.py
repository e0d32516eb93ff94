"""Makes games: match files, settings, new matches; their statistics and forecasts."""
