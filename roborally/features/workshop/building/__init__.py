"""The course builder without its window: boards and checkpoints on a table, random courses, and the course file."""
