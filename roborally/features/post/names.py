"""The suffixes of files for play by post, in a small module, because the window needs them when it starts."""

TURN_SUFFIX = ".rrturn"
"""A turn file: the view and the questions of one seat."""
ORDERS_SUFFIX = ".rrorders"
"""An orders file: the answers of one seat for a round."""
SEAT_SUFFIX = ".rrseat"
"""A key file, which proves the orders of one seat."""
