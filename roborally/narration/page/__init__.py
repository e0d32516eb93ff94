"""The page: a match or a turn as one HTML file that plays in any browser, without a network (docs/formats.md)."""
