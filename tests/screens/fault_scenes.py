"""The messages about errors in a match, and about a match that cannot be stored."""

from collections.abc import Callable
from errno import ENOSPC
from functools import partial

from roborally.base import paths
from roborally.base.errors import reason
from roborally.base.translation import _
from roborally.plugin_system.faults import Fault
from roborally.profile.kept import MatchKeeper
from roborally.ui.rescue.fault_desk import FaultDesk, Saved

from .match_scenes import moving, program
from .moments import Library
from .studio import Studio

FULL = reason(OSError(ENOSPC, ""))
Show = Callable[[Studio, Library], None]


def scenes() -> dict[str, Show]:
    """Return the scenes by name."""
    return {
        "not-kept": not_kept,
        "fault": partial(fault, "match"),
        "fault-again": partial(fault, "again"),
        "fault-lost": partial(fault, "lost"),
        "fault-online": partial(fault, "online"),
        "fault-outside": partial(fault, "outside"),
        "fault-plugin": plugin_fault,
        "fault-view": view_fault,
    }


def not_kept(studio: Studio, library: Library) -> None:
    """Show the message about a match that cannot be stored."""
    program("standard", studio, library)
    studio.client.rescue.keeper = keeper = MatchKeeper(paths.kept_folder())
    keeper.problem = FULL
    studio.client.rescue.update()


def fault(what: str, studio: Studio, library: Library) -> None:
    """Show the page about an unexpected error, or one that comes back."""
    saved = {
        "lost": Saved(_("Your match could not be kept: {reason}.").format(reason=FULL)),
        "online": Saved(_("The game on the network goes on, and your seat is kept."), studio.app.pop),
        "outside": Saved(),
    }.get(what, Saved(_("Your match has been kept. “Continue” goes on at the last question."), studio.app.pop, 1))
    desk = FaultDesk(studio.app, studio.catalogue, save=lambda: saved, main_menu=studio.client.router.home)
    for _time in range(2 if what == "again" else 1):
        studio.app.abandon()
        desk.take(ValueError("what nobody has expected"))


def plugin_fault(studio: Studio, library: Library) -> None:
    """Show the page about a plugin that has failed in the middle of a match."""
    screen = moving("standard", studio, library)
    match, app = screen.session.match, studio.app
    keep = [(_("Save game"), app.pop), (_("Save replay"), app.pop)]
    saved = Saved(
        _("Your match has been kept. “Continue” goes on at the last question."),
        *(app.pop, 1, (), screen.session.game, screen.context.heading(3, 2), lambda effects: app.pop(), keep),
    )
    desk = FaultDesk(app, studio.catalogue, save=lambda: saved, main_menu=studio.client.router.home)
    match.state.ext.clear()
    try:
        match.react("destroyed", match.robots[0])
    except KeyError as error:
        desk.take(error)


def view_fault(studio: Studio, library: Library) -> None:
    """Show the message about a plugin that cannot draw."""
    program("standard", studio, library)
    studio.app.without_views["magnet"] = Fault("magnet", "Magnet", "view.py", 21, "KeyError: 'pole'").message
    studio.app.unreported_views.append("magnet")
    studio.go_on(2)
