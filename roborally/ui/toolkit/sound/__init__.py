"""Sound and music: how loud and how many sounds at a time, and the thread that plays files."""
