"""Sound and music: `audio` decides what is played and how loud, `speaker` plays files in a thread."""
