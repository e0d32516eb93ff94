"""How the files of a player by post are called; a module of its own, since the window looks at names when it starts."""

TURN_SUFFIX = ".rrturn"
"""What a seat sees and is asked in a turn."""
ORDERS_SUFFIX = ".rrorders"
"""The orders of a seat for a turn."""
SEAT_SUFFIX = ".rrseat"
"""The key of a seat."""
