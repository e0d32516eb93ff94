"""The hooks of replays: the command, the pages, the menu entry, and the storing of finished matches."""

from collections.abc import Callable
from typing import Any

from roborally.base.translation import _
from roborally.plugin_system.program import Commands, Menu, Pages, hookimpl


@hookimpl
def register_commands(commands: Commands) -> None:
    """Add the command `roborally replay`."""
    commands.add("replay", "tell a recorded match in words, show it, or make a film of it", order=160)


@hookimpl
def register_pages(pages: Pages) -> None:
    """Add the pages `replays` (a list), `replay`, `moment` (a part of a running match) and `highlights` (a film)."""
    pages.add("replays", "window.desk:ReplayDesk.open_list")
    pages.add("replay", "window.desk:ReplayDesk.watch")
    pages.add("moment", "window.desk:ReplayDesk.show_moment")
    pages.add("highlights", "window.film_desk:FilmDesk.best_moments")


@hookimpl
def register_menu(menu: Menu) -> None:
    """Add the menu entry that opens the page `replays`."""
    menu.add("below", _("Replays"), "eye", "replays", order=100)


@hookimpl
def started(services: Any) -> None:
    """Store the replays of matches that finish from now on."""
    from roborally.base import paths
    from roborally.features.replays.window.recent import RecentMatches
    from roborally.profile.recent import RecentReplays

    services.of(RecentMatches).begin(RecentReplays(paths.recent_folder()))


@hookimpl
def match_recorded(services: Any, course: str, make: Callable[[], bytes]) -> None:
    """Store the replay of a finished match on a course (an id); `make()` returns its file."""
    from roborally.features.replays.window.recent import RecentMatches

    services.of(RecentMatches).keep(course, make)


@hookimpl
def match_over(services: Any, over: Any) -> Any:
    """Return buttons to watch the match again, to make a film or a page, and to save its replay."""
    from roborally.features.replays.window.desk import result_buttons

    return result_buttons(services, over)
