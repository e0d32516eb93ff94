"""The game's sounds and music: how they are made, stored and measured."""
