"""The daily course in the window: its page, and the screen after it."""
