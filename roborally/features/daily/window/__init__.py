"""The daily course in the window: its page, and what happens after its match."""
