"""The callbacks from network play to the rest of the window."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from roborally.base.errors import Message
from roborally.game.factory import Game
from roborally.game.records.recorder import Record


@dataclass(frozen=True)
class OnlineCallbacks:
    """The callbacks from network play, and the initial animation speed.

    `keep(course, make)` stores a finished match; `make()` returns its replay. `build` opens the course builder.
    `film` makes a film of a match's best moments.
    """

    main_menu: Callable[[], None]
    settings: Callable[[], None]
    statistics: Callable[[], None]
    watch: Callable[[Game, Record], None]
    keep: Callable[[str, Callable[[], bytes]], None]
    build: Callable[..., None]
    film: Callable[[Game, Record], None]
    report: Callable[[Sequence[Message]], None]
    speed: Callable[[], str]
