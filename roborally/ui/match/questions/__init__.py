"""The questions of a match in panels, dialogs and marked cells."""
