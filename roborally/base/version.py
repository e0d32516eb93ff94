"""The version of the game, as packages, records and the network say it."""

VERSION = "0.1.0"
