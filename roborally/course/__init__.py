"""Board notation, boards and courses, and a course as a picture (docs/formats.md)."""
