"""Puzzles: one turn, a hand of cards and a goal, made and counted with the real rules (docs/formats.md, Puzzles)."""
