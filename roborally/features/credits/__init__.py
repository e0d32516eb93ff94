"""Credits and licences."""
