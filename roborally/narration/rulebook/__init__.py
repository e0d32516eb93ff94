"""The rulebook as data, without drawing: its pages, its index, links from the game to rules, the steps of a turn."""
