"""Measures how fast the window draws and responds."""
