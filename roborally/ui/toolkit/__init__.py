"""Window, layers, widgets and dialogs, sound; knows nothing of robots."""
