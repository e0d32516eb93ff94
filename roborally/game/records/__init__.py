"""Saves and replays: records matches, reads and writes the files, replays a record (docs/files.md)."""
