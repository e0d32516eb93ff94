"""The story page, with the opening of each mode (CLI-108): a story in a few pictures."""
