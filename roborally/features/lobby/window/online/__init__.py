"""The window's pages for matches on the network: hosting and joining, the lobby, the match and its result."""
