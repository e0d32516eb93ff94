"""Keeps running matches on the disk, so that they survive errors and closed windows, and reports errors."""
