"""The course builder: boards on a table."""
