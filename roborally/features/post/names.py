"""The suffixes of files for play by post, in a small module, because the window needs them when it starts."""

TURN_SUFFIX = ".rrturn"
"""The suffix of a turn file, which holds the view and the questions of one seat."""
ORDERS_SUFFIX = ".rrorders"
"""The suffix of an orders file, which holds the answers of one seat for a round."""
SEAT_SUFFIX = ".rrseat"
"""The suffix of a key file, which proves the orders of one seat."""
