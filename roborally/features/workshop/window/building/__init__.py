"""The page of the course builder."""
