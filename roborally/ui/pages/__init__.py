"""Pages that belong to no feature: main menu, welcome, settings, keys, and lists of files."""
