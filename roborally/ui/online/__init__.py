"""Matches on the network in the window: joining, the room before the start, the match."""
