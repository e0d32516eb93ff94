"""Saves and replays: records matches, reads and writes the files, plays a record again (docs/files.md)."""
