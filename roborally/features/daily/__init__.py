"""The daily course: one match a day that is the same for every player (CLI-2081 to CLI-2084)."""
