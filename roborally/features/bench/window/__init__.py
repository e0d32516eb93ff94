"""Measures the window."""
