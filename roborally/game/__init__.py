"""From a match file to a game that can be started, and what is counted and forecast while it is played."""
