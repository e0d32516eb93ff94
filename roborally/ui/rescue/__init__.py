"""Matches that outlive errors, crashes and closed windows."""
