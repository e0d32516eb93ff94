"""Setting up matches before they begin: quick matches, custom matches, and lobbies on a server."""
