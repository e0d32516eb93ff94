"""Matches on the network: joining, the lobby, the match."""
