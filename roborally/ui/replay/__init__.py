"""Shows recorded matches in the window, forward and back, for the features that have replays."""
