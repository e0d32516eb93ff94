"""The board editor without its window: boards as documents, their changes and files, and advice about them."""
