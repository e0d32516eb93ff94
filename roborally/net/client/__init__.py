"""The client side of network play: the connection to a server, and the state of its match."""
