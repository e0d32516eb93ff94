"""Keeps running matches on the disk, where errors and closed windows cannot harm them, and reports errors."""
