"""Input besides the mouse: gamepads, the keyboard focus, edited lines and the clipboard."""
