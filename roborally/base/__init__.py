"""What everything may use and what knows no rule: errors, translation, paths, files, colours, fonts."""
