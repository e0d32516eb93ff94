"""Matches on the network: what the tests of the lobby have in common with those of servers."""

from tests.net.conftest import _logging, _patience, serve, table

__all__ = ["_logging", "_patience", "serve", "table"]
