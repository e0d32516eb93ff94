"""A room without a network, as for the tests of the network."""

from tests.net.conftest import catalogue, table

__all__ = ["catalogue", "table"]
