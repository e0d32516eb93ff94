"""RoboRally on the desktop: a deterministic engine whose rules are plugins, and an Arcade window over it."""
