"""The course builder without a window: boards on a table, checkpoints, random courses, and the file."""
