"""A server under attack: honest people play on it in a small container, while others try to harm it."""
