"""Boards and courses: reads their notation, checks them, draws them as pictures (docs/formats.md)."""
