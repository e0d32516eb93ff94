"""What everything stands on and what knows nothing of the game: texts, errors, paths, files, colours, fonts."""
