"""The window's toolkit: layers, widgets, dialogs, input and sound, which know nothing of robots."""
