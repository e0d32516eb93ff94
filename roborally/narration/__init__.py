"""A match's events for players: the log, recaps, remarks, sounds, HTML pages and the rulebook, without drawing."""
