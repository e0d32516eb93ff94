"""The suffixes of files for play by post; a separate module, because the window needs them when it starts."""

TURN_SUFFIX = ".rrturn"
"""A seat's view and questions in a turn."""
ORDERS_SUFFIX = ".rrorders"
"""The orders of a seat for a turn."""
SEAT_SUFFIX = ".rrseat"
"""The key of a seat."""
