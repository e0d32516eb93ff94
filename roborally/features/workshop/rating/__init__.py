"""Rates how a course plays: bots play games on it, and figures, defects and suggested changes follow from these."""
