"""The analysis of a finished match, without drawing: chances to win, turning points, and better programs."""
