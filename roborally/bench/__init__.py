"""Measures the engine: `engine` has the work and the figures, `bench12.json.gz` the positions and programs."""
