"""Matches on the network: joining, the room, the match."""
