"""Asks the players at this machine the questions of a match, in panels, dialogs and marked cells."""
