"""Modules that make drawing faster by skipping and caching frames, and one that draws without a screen."""
