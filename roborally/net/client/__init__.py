"""The client: the connection to a server, and what it tells of the match."""
