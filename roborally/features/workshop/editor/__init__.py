"""The board editor without a window: documents, changes, and advice."""
