"""Sound and music: `audio` decides which sounds are played and how loud, `speaker` plays files in a thread."""
