"""The tutorial in the window: the list of lessons, and a lesson that is played."""
