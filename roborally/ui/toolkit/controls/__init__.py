"""The controls of pages, and the group in which they have the mouse and the focus."""
