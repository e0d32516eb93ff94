"""The daily course: its page, its entry in the menu, and what follows its match."""

from typing import Any

from roborally.base.translation import _
from roborally.plugin_system.program import Menu, Pages, hookimpl


@hookimpl
def register_pages(pages: Pages) -> None:
    """Add the page."""
    pages.add("daily", "window.desk:DailyDesk.page", is_root=True, music="menu")


@hookimpl
def register_menu(menu: Menu) -> None:
    """Add the entry."""
    menu.add("play", _("Daily course"), "timer", "daily", order=300)


@hookimpl
def prepare(services: Any) -> Any:
    """Read the courses."""
    from roborally.features.daily.window.desk import DailyDesk

    return services.of(DailyDesk).work


@hookimpl
def match_over(services: Any, over: Any) -> Any:
    """Keep the result of a day; its cards are known now, so the button offers another day."""
    from roborally.features.daily.window.desk import DailyDesk

    return services.of(DailyDesk).keep_result(over)


@hookimpl
def plugins_changed(services: Any) -> None:
    """Read the courses anew."""
    from roborally.features.daily.window.desk import DailyDesk

    services.of(DailyDesk).forget_courses()
