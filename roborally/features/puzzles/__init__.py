"""Puzzles: one turn, a hand of cards and a goal, made and checked with the real rules (docs/formats.md, Puzzles)."""
