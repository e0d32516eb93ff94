"""Skipping and caching of frames, and drawing without a screen."""
