"""Setting up and joining matches: the commands, the pages and their entries in the menu."""

from functools import cache
from typing import Any

from roborally.base import paths
from roborally.base.translation import _
from roborally.plugin_system.program import Commands, Menu, Pages, hookimpl


@hookimpl
def register_commands(commands: Commands) -> None:
    """Add `roborally play`, `serve` and `join`."""
    commands.add("play", "open a match in the window", order=100, module="cli_play")
    commands.add("serve", "run a server for matches over the network", order=200, module="cli_serve")
    commands.add("join", "join a match over the network, or list the matches of a server", order=300, module="cli_join")


@hookimpl
def register_pages(pages: Pages) -> None:
    """Add the pages before a match, and the way into one on a server."""
    pages.add("quick-match", "window.desk:quick_match")
    pages.add("surprise", "window.desk:surprise")
    pages.add("lobby", "window.desk:lobby")
    pages.add("load-game", "window.desk:load_game")
    pages.add("join", "window.online.desk:join_page")
    pages.add("server-match", "window.online.desk:enter")


@hookimpl
def register_menu(menu: Menu) -> None:
    """Add the entries."""
    menu.add("play", _("Quick match"), "play", "quick-match", order=100)
    menu.add("play", _("Surprise me"), "dice", "surprise", order=200)
    menu.add("play", _("Custom match"), "people", "lobby", order=400)
    menu.add("play", _("Join game"), "network", "join", order=500)
    menu.add("play", _("Load game"), "load", "load-game", order=600)


@hookimpl
def prepare(services: Any) -> Any:
    """Read the courses, and check plugins against the lobby's choices."""

    @cache
    def work() -> Any:
        from roborally.features.lobby.window.desk import preparation

        return preparation(services)

    return lambda: work()()


@hookimpl
def started(services: Any) -> None:
    """Say that a match on this machine has ended if its window was killed."""
    if paths.hosting_file().exists():  # spares the imports for the network
        from roborally.features.lobby.window.online.desk import OnlineDesk

        services.of(OnlineDesk).report_hosted()


@hookimpl
def match_over(services: Any, over: Any) -> Any:
    """Return a button to the lobby on the network, for who has practised there."""
    if services.remote is None:
        return None
    from roborally.features.lobby.window.online.desk import OnlineDesk

    return services.of(OnlineDesk).result_buttons()


@hookimpl
def chosen_mode(services: Any) -> Any:
    """Return the mode of the last quick match."""
    from roborally.features.lobby.window.desk import SetupDesk

    return services.of(SetupDesk).wishes.mode


@hookimpl
def settings_changed(services: Any, before: Any) -> None:
    """Follow the plugins for all new matches."""
    from roborally.features.lobby.window.desk import SetupDesk

    services.of(SetupDesk).settings_changed(before)


@hookimpl
def plugins_changed(services: Any) -> None:
    """Drop choices that are impossible now."""
    from roborally.features.lobby.window.desk import SetupDesk

    services.of(SetupDesk).plugins_changed()
