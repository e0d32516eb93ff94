"""How a course plays: games of bots on it, their figures, verdicts, and changes that would help."""
