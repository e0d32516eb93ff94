"""Modules that make drawing faster by skipping and caching frames, and a module for drawing without a screen."""
