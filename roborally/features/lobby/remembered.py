"""Stores the choices for the last quick match and in the lobby in the player's profile, and restores them.

An unreadable file is ignored: the choices start with their defaults.
"""

from collections.abc import Sequence
from contextlib import suppress

import msgspec

from roborally.base import paths
from roborally.base.atomic_file import write_aside
from roborally.base.errors import GameError
from roborally.base.plain_file import read_plain
from roborally.features.lobby.model import LobbyModel
from roborally.features.lobby.quick_choices import QuickMatchChoices
from roborally.game.match_file import MatchConfig, load_config
from roborally.plugin_system.loader import Catalogue

MAX_FILE = 100_000
"""The largest file with choices that is read, in bytes."""


def recall_choices(catalogue: Catalogue, bots: Sequence[str]) -> QuickMatchChoices:
    """Return the stored choices for a quick match, or the defaults if none are stored or they are not offered now."""
    with suppress(OSError, ValueError):  # msgspec raises `ValueError`, too
        path = paths.choices_file()
        if path.stat().st_size <= MAX_FILE:
            return msgspec.json.decode(read_plain(path), type=QuickMatchChoices).possible(catalogue, bots)
    return QuickMatchChoices()


def remember_choices(choices: QuickMatchChoices) -> None:
    """Store the choices of a quick match for the next start; ignore errors of the disk."""
    with suppress(GameError):
        write_aside(paths.choices_file(), msgspec.json.encode(choices))


def recall_lobby(lobby: LobbyModel) -> None:
    """Restore the stored choices in a lobby; leave it as it is if they cannot be used.

    Plugins that are already on stay on. The seed is left out, so that matches differ. A stored timer that is the
    default for the seats counts as not chosen.
    """
    with suppress(GameError):
        wanted = set(lobby.wanted)
        lobby.take(load_config(paths.lobby_file()))
        lobby.wanted |= wanted
        lobby.seed = None
        chosen, lobby.timer = lobby.timer, None
        if lobby.seconds != chosen:
            lobby.timer = chosen


def remember_lobby(config: MatchConfig) -> None:
    """Store the match in the lobby for the next start; ignore errors of the disk."""
    with suppress(GameError):
        write_aside(paths.lobby_file(), config.to_toml().encode())
