"""The rulebook without drawing: its pages, links from the game to rules, and the steps of a turn."""
