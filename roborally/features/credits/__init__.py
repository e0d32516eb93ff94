"""The page with credits and licences."""
