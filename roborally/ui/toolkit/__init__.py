"""The window's toolkit: layers, widgets, dialogs, sound; knows nothing of robots."""
