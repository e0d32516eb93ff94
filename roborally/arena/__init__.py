"""Exhibitions: bots play many games against each other, without a window (docs/exhibitions.md)."""
