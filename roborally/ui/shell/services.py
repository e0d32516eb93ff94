"""The services of the window, which every page and feature gets."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from roborally.core.match import Match
from roborally.game.factory import Game
from roborally.game.records.recorder import Recorder
from roborally.game.session.protocol import Thinker
from roborally.plugin_system.loader import Catalogue
from roborally.plugin_system.program import Program
from roborally.ui.shell.router import Router
from roborally.ui.toolkit.app import App

if TYPE_CHECKING:
    from roborally.ui.match.shown_match import ShownMatch
    from roborally.ui.pages.settings_coordinator import SettingsCoordinator
    from roborally.ui.rescue.fault_desk import Saved

State = TypeVar("State")


class ResultButton(NamedTuple):
    """A button on the page of a result; with `instead` it replaces *Play again*."""

    text: str
    icon: str
    act: Callable[[], None]
    instead: bool = False


class MatchOver(NamedTuple):
    """A match that has just ended on this machine."""

    shown: "ShownMatch"
    recorder: Recorder


@dataclass
class Services:
    """The services of the window; they live as long as it does."""

    app: App
    catalogue: Catalogue
    bots: list[str]
    """The names of the bots that there are; plugins that are installed change it."""
    thinker: Thinker
    program: Program
    router: Router
    settings: "SettingsCoordinator"
    play: Callable[[Game], None]
    """Starts a match, after the opening of its mode if nobody has seen that yet; raises `GameError`."""
    resume: Callable[[Game, Match, Recorder], None]
    """Continues a partly recorded match."""
    mode: Callable[[], str]
    """Returns the id of the mode that the player chose last."""
    quick_match: Callable[[str], None]
    """Opens the page for a quick match of a mode."""
    is_playing: Callable[[], bool]
    """Returns whether a match is running, here or on a server."""
    plugins_changed: Callable[[], None]
    """Rebuilds all that depends on plugins."""
    check: bool
    """Whether displays are compared with the match whenever the animation has finished."""
    go_on: "Callable[[], Saved] | None" = None
    """Returns how what is shown continues after an error in the window, without a match here; the menu ends it."""
    _states: dict[Callable[["Services"], Any], Any] = field(default_factory=dict)

    def of(self, make: Callable[["Services"], State]) -> State:
        """Return what a feature keeps while the window is open; `make(services)` is called the first time."""
        if make not in self._states:
            self._states[make] = make(self)
        found: State = self._states[make]
        return found
