"""Aids for watching a match: names, remarks, a recap of each turn, sounds, and a zoom on great moments."""
