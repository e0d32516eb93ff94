"""Aids for watching: names, remarks, sounds, closer looks."""
