"""Separate pages: main menu, settings, statistics, credits."""
