"""The tutorial in the window: its list of lessons, and a lesson."""
