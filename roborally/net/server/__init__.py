"""The server: connections, and the rooms that they belong to."""
