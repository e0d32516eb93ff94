"""Exhibitions: bots against bots, without a window, in as many games as wanted."""
