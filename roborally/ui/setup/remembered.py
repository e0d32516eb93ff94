"""What was chosen for the last matches, in the profile: the choices for a quick match, and the lobby as a match file.

A file that cannot be read counts for nothing: the choices begin anew.
"""

from collections.abc import Sequence
from contextlib import suppress

import msgspec

from roborally.base import paths
from roborally.base.atomic_file import write_aside
from roborally.base.errors import GameError
from roborally.base.plain_file import read_plain
from roborally.game.match_file import MatchConfig, load_config
from roborally.plugin_system.loader import Catalogue
from roborally.ui.setup.lobby_model import LobbyModel
from roborally.ui.setup.quick_choices import QuickMatchChoices

MAX_FILE = 100_000
"""The largest file that is read, in bytes."""


def recall_choices(catalogue: Catalogue, bots: Sequence[str]) -> QuickMatchChoices:
    """Return the choices for the last quick match, as far as they are possible."""
    with suppress(OSError, ValueError):  # `ValueError` is that of msgspec, too
        path = paths.choices_file()
        if path.stat().st_size <= MAX_FILE:
            return msgspec.json.decode(read_plain(path), type=QuickMatchChoices).possible(catalogue, bots)
    return QuickMatchChoices()


def remember_choices(choices: QuickMatchChoices) -> None:
    """Keep the choices of a quick match for the next start; without room on the disk they are not kept."""
    with suppress(GameError):
        write_aside(paths.choices_file(), msgspec.json.encode(choices))


def recall_lobby(lobby: LobbyModel) -> None:
    """Choose in a lobby what the last match there had, if that is still possible; plugins that it wants stay on.

    The seed is not kept: every match would have the same luck. A clock that nobody has chosen follows the seats again.
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
    """Keep the match of a lobby for the next start; without room on the disk it is not kept."""
    with suppress(GameError):
        write_aside(paths.lobby_file(), config.to_toml().encode())
