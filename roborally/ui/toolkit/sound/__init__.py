"""Sound and music: volumes, the number of simultaneous sounds, and the thread that plays files."""
