"""Saved matches and replays: records a match, writes and reads the files, and plays a record again (docs/files.md)."""
