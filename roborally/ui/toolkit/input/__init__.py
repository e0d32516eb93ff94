"""Input besides the mouse: gamepads, the focus of those who use keys, edited lines and the clipboard."""
