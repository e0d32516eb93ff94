"""Sets up games from match files and settings, runs and records matches, counts statistics and makes forecasts."""
