"""A room without a network, as for the tests of the network."""

from tests.net.conftest import _english, _patience, catalogue, table

__all__ = ["_english", "_patience", "catalogue", "table"]
