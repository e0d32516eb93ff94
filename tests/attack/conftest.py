"""A room without a network, and servers in threads, as for the tests of the network."""

from tests.net.conftest import _english, _logging, _patience, catalogue, serve, table

__all__ = ["_english", "_logging", "_patience", "catalogue", "serve", "table"]
