"""The services of the window, which every page and feature gets."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, partial
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from roborally.base.errors import Message
from roborally.base.later import import_one
from roborally.base.translation import read_again
from roborally.bots.registry import bot_names
from roborally.core.match import Match
from roborally.game.factory import Game
from roborally.game.records.file_format import Record
from roborally.game.records.recorder import Recorder
from roborally.game.session.protocol import Session, Thinker
from roborally.plugin_system.loader import Catalogue
from roborally.plugin_system.program import Program
from roborally.ui.match.windows.earned_achievements import keep_result, news_of
from roborally.ui.pages.settings_coordinator import SettingsCoordinator, matches_shown
from roborally.ui.rescue.match_rescue import MatchRescue
from roborally.ui.shell.router import Router
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.preload import Preloader

if TYPE_CHECKING:
    from roborally.ui.match.shown_match import ShownMatch
    from roborally.ui.match.windows.result_screen import PlayedMoment
    from roborally.ui.rescue.fault_desk import Saved
    from roborally.ui.toolkit.layer import Canvas

State = TypeVar("State")


class ResultButton(NamedTuple):
    """A button on the page of a result, with a tooltip; with `instead` it replaces *Play again*."""

    text: str
    icon: str
    act: Callable[[], None]
    instead: bool = False
    tip: str = ""


class MatchOver(NamedTuple):
    """A match that has just ended on this machine."""

    shown: "ShownMatch"
    recorder: Recorder


class RemoteMatch(NamedTuple):
    """The membership in a match on a server, which goes on whatever happens in the window."""

    saved: "Callable[[], Saved]"
    """Returns how it continues after an error in the window."""
    leave: Callable[[], None]


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
    settings: SettingsCoordinator
    rescue: MatchRescue
    start: Callable[[Game], None]
    """Starts a match at once; raises `GameError`."""
    resume: Callable[[Game, Match, Recorder], None]
    """Continues a partly recorded match."""
    check: bool
    """Whether displays are compared with the match whenever the animation has finished."""
    go_on: "Callable[[], Saved] | None" = None
    """Returns how what is shown continues after an error in the window, without a match here; the menu ends it."""
    remote: RemoteMatch | None = None
    """The match on a server that the player is a member of."""
    preparation: Preloader = field(init=False)
    """Does what the main menu prepares while it is idle."""
    _states: dict[Callable[["Services"], Any], Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Begin to prepare pages."""
        self._prepare()

    def _prepare(self) -> None:
        works = cache(lambda: list(self.program.ask("prepare", services=self)))
        self.preparation = Preloader(import_one, lambda: any(work() for work in works()))

    def of(self, make: Callable[["Services"], State]) -> State:
        """Return what a feature keeps while the window is open; `make(services)` is called the first time."""
        if make not in self._states:
            self._states[make] = make(self)
        found: State = self._states[make]
        return found

    def keep_result(self, session: Session) -> tuple[tuple[str, str, Callable[[], None]] | None, list[Message]]:
        """Store a finished match; return its new achievements for the result page, and error messages."""
        reached, notices = keep_result(session, self.catalogue)
        if not reached:
            return None, notices
        self.settings.mark_new((*self.app.settings.new_achievements, *(each.key for each in reached)))
        return (*news_of(reached), partial(self.router.open, "statistics")), notices

    def moment(
        self, context: "ShownMatch", load: Callable[[], Record | None]
    ) -> "Callable[[Canvas], PlayedMoment] | None":
        """Return what makes the moment that decided a finished match, for its page; `load()` returns its record."""
        return next(iter(self.program.ask("deciding_moment", services=self, context=context, load=load)), None)

    def is_playing(self) -> bool:
        """Return whether a match is running, here or on a server."""
        return self.remote is not None or bool(matches_shown(self.app))

    def plugins_changed(self) -> None:
        """Rebuild all that depends on plugins: names of bots, their processes, texts, what features keep."""
        read_again()
        self.bots[:] = bot_names(self.catalogue)
        close = getattr(self.thinker, "close", None)
        if close is not None:
            close()
        self.program.call("plugins_changed", services=self)
        self._prepare()
