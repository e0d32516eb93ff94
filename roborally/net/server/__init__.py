"""The server side of network play: accepts connections, and assigns them to rooms."""
