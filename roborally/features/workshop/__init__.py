"""Tools for players to make and rate boards and courses, without a window."""
