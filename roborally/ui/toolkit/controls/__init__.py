"""The controls of pages, such as buttons and lists, and the group that passes mouse and keys to them."""
