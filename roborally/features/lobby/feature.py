"""Registers the lobby with the program: its commands, pages and menu entries, and its answers to hooks."""

from functools import cache
from typing import Any

from roborally.base import paths
from roborally.base.translation import _
from roborally.plugin_system.program import Commands, Menu, Pages, hookimpl


@hookimpl
def register_commands(commands: Commands) -> None:
    """Add the commands `roborally play`, `serve` and `join`."""
    commands.add("play", "open a match in the window", order=100, module="cli_play")
    commands.add("serve", "run a server for matches over the network", order=200, module="cli_serve")
    commands.add("join", "join a match over the network, or list the matches of a server", order=300, module="cli_join")


@hookimpl
def register_pages(pages: Pages) -> None:
    """Add the pages for setting up a match and for joining one on a server."""
    pages.add("quick-match", "window.desk:SetupDesk.quick_match")
    pages.add("surprise", "window.desk:SetupDesk.surprise")
    pages.add("lobby", "window.desk:SetupDesk.lobby")
    pages.add("load-game", "window.desk:load_game")
    pages.add("join", "window.online.desk:OnlineDesk.join_page")
    pages.add("server-match", "window.online.desk:enter")


@hookimpl
def register_menu(menu: Menu) -> None:
    """Add the entries for starting, loading and joining matches to the part *Play* of the main menu."""
    menu.add("play", _("Quick match"), "play", "quick-match", order=100)
    menu.add("play", _("Surprise me"), "dice", "surprise", order=200)
    menu.add("play", _("Custom match"), "people", "lobby", order=400)
    menu.add("play", _("Join game"), "network", "join", order=500)
    menu.add("play", _("Load game"), "load", "load-game", order=600)


@hookimpl
def prepare(services: Any) -> Any:
    """Return a function that reads a course or checks a plugin for the lobby, and returns whether more remain."""

    @cache
    def work() -> Any:
        from roborally.features.lobby.window.desk import preparation

        return preparation(services)

    return lambda: work()()


@hookimpl
def started(services: Any) -> None:
    """Report that a match hosted on this machine has ended, if its window was killed."""
    if paths.hosting_file().exists():  # spares the imports for the network
        from roborally.features.lobby.window.online.desk import OnlineDesk

        services.of(OnlineDesk).report_hosted()


@hookimpl
def match_over(services: Any, over: Any) -> Any:
    """Return a list with the button back to the lobby on a server; `None` if the player is on no server."""
    if services.remote is None:
        return None
    from roborally.features.lobby.window.online.desk import OnlineDesk

    return services.of(OnlineDesk).result_buttons()


@hookimpl
def chosen_mode(services: Any) -> Any:
    """Return the id of the mode of the last quick match."""
    from roborally.features.lobby.window.desk import SetupDesk

    return services.of(SetupDesk).wishes.mode


@hookimpl
def settings_changed(services: Any, before: Any) -> None:
    """Enable and disable plugins in the lobby as the settings do for new matches; `before` are the old settings."""
    from roborally.features.lobby.window.desk import SetupDesk

    services.of(SetupDesk).settings_changed(before)


@hookimpl
def plugins_changed(services: Any) -> None:
    """Drop choices for quick and custom matches that the present plugins do not allow."""
    from roborally.features.lobby.window.desk import SetupDesk

    services.of(SetupDesk).plugins_changed()
