"""A room without a network, and servers in threads, as for the tests of the network."""

from tests.features.lobby.test_serve_command import certificate
from tests.net.conftest import _logging, _patience, serve, table

__all__ = ["_logging", "_patience", "certificate", "serve", "table"]
