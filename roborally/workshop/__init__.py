"""Tools of players to make boards and courses, and to rate how they play, without a window."""
