"""Saves and replays: recording a match, reading and writing the files, playing a record again (docs/files.md)."""
