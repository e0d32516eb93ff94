"""The version of the game."""

VERSION = "0.1.0"
