"""Tests of play by post on a server."""
