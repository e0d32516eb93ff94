"""The daily course in the window: its page, and what comes after it."""
