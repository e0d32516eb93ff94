"""`Services`: the objects for all pages and features, such as the window, the plugins, the settings and the router."""

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
    """A button on the result page of a match: text, icon, action, tooltip; `instead` replaces *Play again* by it."""

    text: str
    icon: str
    act: Callable[[], None]
    instead: bool = False
    tip: str = ""


class MatchOver(NamedTuple):
    """A match that has ended on this machine, for features: the match as it was shown, and its recorder."""

    shown: "ShownMatch"
    recorder: Recorder


class RemoteMatch(NamedTuple):
    """The match on a server in which the player takes part: how to go on after an error, and how to leave it."""

    saved: "Callable[[], Saved]"
    """A function that returns how the match can go on after an error in the window."""
    leave: Callable[[], None]


@dataclass
class Services:
    """The services of the window, which exist as long as the window; each page and feature gets them.

    `thinker` lets bots think, `program` knows the features, `rescue` keeps running matches.
    """

    app: App
    catalogue: Catalogue
    bots: list[str]
    """The names of all bots; the list changes when plugins are installed."""
    thinker: Thinker
    program: Program
    router: Router
    settings: SettingsCoordinator
    rescue: MatchRescue
    start: Callable[[Game], None]
    """Starts a match and shows it; raises `GameError` if that fails."""
    resume: Callable[[Game, Match, Recorder], None]
    """Continues a match, given its game, its state and its recorder."""
    check: bool
    """Whether the display is compared with the match whenever the animation has finished; for tests."""
    go_on: "Callable[[], Saved] | None" = None
    """A function that returns how the open page, if it is no match, can go on after an error; the menu clears it."""
    remote: RemoteMatch | None = None
    """The match on a server in which the player takes part, `None` if there is none."""
    preparation: Preloader = field(init=False)
    """The tasks that are done step by step while the main menu is shown."""
    _states: dict[Callable[["Services"], Any], Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._prepare()

    def _prepare(self) -> None:
        works = cache(lambda: list(self.program.ask("prepare", services=self)))
        self.preparation = Preloader(import_one, lambda: any(work() for work in works()))

    def of(self, make: Callable[["Services"], State]) -> State:
        """Return this window's one object made by `make(services)`, which is called only the first time.

        Features use it for what they keep while the window is open.
        """
        if make not in self._states:
            self._states[make] = make(self)
        found: State = self._states[make]
        return found

    def keep_result(self, session: Session) -> tuple[tuple[str, str, Callable[[], None]] | None, list[Message]]:
        """Store the result of a finished match; return a message about new achievements, and error messages.

        The first is `None` without new achievements, otherwise a title, a text and a function that opens their page.
        """
        reached, notices = keep_result(session, self.catalogue)
        if not reached:
            return None, notices
        self.settings.mark_new((*self.app.settings.new_achievements, *(each.key for each in reached)))
        return (*news_of(reached), partial(self.router.open, "statistics")), notices

    def moment(
        self, context: "ShownMatch", load: Callable[[], Record | None]
    ) -> "Callable[[Canvas], PlayedMoment] | None":
        """Return a function that makes the view of the moment that decided a finished match, for the result page.

        `load()` returns the record of the match, or `None`. Without a feature for this the result is `None`.
        """
        return next(iter(self.program.ask("deciding_moment", services=self, context=context, load=load)), None)

    def is_playing(self) -> bool:
        """Return whether the player takes part in a match, on this machine or on a server."""
        return self.remote is not None or bool(matches_shown(self.app))

    def plugins_changed(self) -> None:
        """Read again all that depends on the installed plugins, which have changed: texts, bots, features."""
        read_again()
        self.bots[:] = bot_names(self.catalogue)
        close = getattr(self.thinker, "close", None)
        if close is not None:
            close()
        self.program.call("plugins_changed", services=self)
        self._prepare()
