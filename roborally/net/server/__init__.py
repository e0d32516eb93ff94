"""The server: connections, and the rooms that they lead to."""
