"""A match or a turn as one HTML page that plays in any browser, without a network (docs/formats.md)."""
