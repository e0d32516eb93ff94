"""What opens over a match, and its result."""
