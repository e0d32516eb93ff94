"""The client: the connection to a server, and the state of its match."""
