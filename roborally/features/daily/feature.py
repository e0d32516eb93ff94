"""The hooks of the daily course: its page, its menu entry, and the result after its match."""

from typing import Any

from roborally.base.translation import _
from roborally.plugin_system.program import Menu, Pages, hookimpl


@hookimpl
def register_pages(pages: Pages) -> None:
    """Add the page `daily`."""
    pages.add("daily", "window.desk:DailyDesk.page", is_root=True, music="menu")


@hookimpl
def register_menu(menu: Menu) -> None:
    """Add the menu entry that opens the page `daily`."""
    menu.add("play", _("Daily course"), "timer", "daily", order=300)


@hookimpl
def prepare(services: Any) -> Any:
    """Return a function that reads the courses in steps while the main menu is idle."""
    from roborally.features.daily.window.desk import DailyDesk

    return services.of(DailyDesk).work


@hookimpl
def match_over(services: Any, over: Any) -> Any:
    """Store the result if the match was a daily course; return a button that opens the page `daily`."""
    from roborally.features.daily.window.desk import DailyDesk

    return services.of(DailyDesk).keep_result(over)


@hookimpl
def match_kind(services: Any, config: Any) -> Any:
    """Return the name of the daily course if `config` is that of a course that the player has begun."""
    from roborally.features.daily.window.desk import DailyDesk

    return _("Daily course") if services.of(DailyDesk).is_daily(config) else None


@hookimpl
def plugins_changed(services: Any) -> None:
    """Forget the courses, so that they are read again."""
    from roborally.features.daily.window.desk import DailyDesk

    services.of(DailyDesk).forget_courses()
