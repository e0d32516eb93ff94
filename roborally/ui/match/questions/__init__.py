"""What the match asks people, in panels, dialogs and marked cells."""
