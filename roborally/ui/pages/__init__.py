"""Pages that stand alone: main menu, settings, statistics, credits."""
