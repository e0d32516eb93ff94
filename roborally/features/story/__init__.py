"""The openings that tell the story of each mode (CLI-108)."""
