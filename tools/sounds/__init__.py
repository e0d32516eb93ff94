"""The game's sounds and music: makes, stores and measures them."""
