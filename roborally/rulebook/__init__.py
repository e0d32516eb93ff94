"""The rulebook: its pages, what leads to a rule, and the steps of a turn, without drawing."""
