"""Input: gamepads, the key focus, edited lines of text, double clicks and the clipboard."""
