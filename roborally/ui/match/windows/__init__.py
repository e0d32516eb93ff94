"""The windows over a match, and its result."""
