"""The rulebook in the window: contents, search, and pages."""
