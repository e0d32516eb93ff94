"""Matches before they begin: what is chosen for a quick or a custom match, here or with others on a server."""
