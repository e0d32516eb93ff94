"""Opens the game's window, for commands that need it and for `roborally` without a command."""

import importlib
from collections.abc import Callable
from functools import cached_property
from types import ModuleType
from typing import TYPE_CHECKING, Any

from roborally.base.errors import GameError, Message
from roborally.base.later import imported_later
from roborally.base.translation import use_language
from roborally.game.factory import Game
from roborally.plugin_system.loader import Catalogue, find_plugins
from roborally.profile import Settings
from roborally.profile.language import speak, window_language

if TYPE_CHECKING:
    from roborally.core.data import Decision
    from roborally.core.observation import Observation
    from roborally.game.session.protocol import PendingAnswer

with imported_later():
    from roborally.game.session import bot_pool


def open_menu() -> int:
    """Open the window at the main menu and return the exit status once it is closed."""
    return open_window(find_plugins())


def open_window(
    catalogue: Catalogue,
    first: Callable[[Any], None] | None = None,
    *,
    profile: tuple[Settings, list[Message]] | None = None,
    speed: str = "",
) -> int:
    """Open the window, run it until it is closed, and return the exit status.

    `first` gets the window's services and opens the first page; by default that is the main menu. `profile` is the
    result of an earlier `load_settings`. `speed` is the initial playing speed, empty for that of the settings.
    """
    from roborally.bots.registry import bot_names

    window = window_part("roborally.ui.shell.window")
    bots = _Bots()
    try:
        return int(window.run_game(catalogue, bots, bot_names(catalogue), first, profile=profile, speed=speed))
    finally:
        bots.close()


def window_part(name: str) -> ModuleType:
    """Import and return a module of the window by its full name; raise `GameError` if drawing libraries are missing."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise GameError(
            "the window cannot be loaded ({error}); the game needs OpenGL (on Debian: libgl1)", error=error
        ) from error


def player_name(settings: Settings) -> str:
    """Return the player's name from the settings, or the default name in the language of the window."""
    speak(window_language(settings))
    try:
        return settings.called
    finally:
        use_language()


class _Bots:
    """The bots of the window; their pool of processes is created at its first use, when a match begins."""

    @cached_property
    def _pool(self) -> "bot_pool.BotPool":
        return bot_pool.BotPool()

    def submit(self, game: Game, bot: str, seen: "Observation", decision: "Decision", seed: int) -> "PendingAnswer":
        return self._pool.submit(game, bot, seen, decision, seed)

    def warm_up(self, game: Game) -> None:
        self._pool.warm_up(game)

    def close(self) -> None:
        if "_pool" in vars(self):
            self._pool.close()
