"""The course builder without a window: boards on a table, checkpoints, a course by lot, and the file."""
