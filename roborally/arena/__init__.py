"""Exhibitions: bots play each other in many games, without a window (docs/exhibitions.md)."""
