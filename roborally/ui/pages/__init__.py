"""The pages that stand alone: main menu, settings, statistics, credits."""
