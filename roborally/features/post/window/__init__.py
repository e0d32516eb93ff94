"""The pages and dialogs of the window for play by post."""
