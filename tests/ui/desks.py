"""What features keep while a window is open; their modules are imported when they are needed, as in the game."""

from typing import Any


def replays(client: Any) -> Any:
    """Return what shows recorded matches."""
    from roborally.features.replays.window.desk import ReplayDesk

    return client.of(ReplayDesk)


def films(client: Any) -> Any:
    """Return what makes films."""
    from roborally.features.replays.window.film_desk import FilmDesk

    return client.of(FilmDesk)


def recent(client: Any) -> Any:
    """Return what stores finished matches."""
    from roborally.features.replays.window.recent import RecentMatches

    return client.of(RecentMatches)


def daily(client: Any) -> Any:
    """Return the daily course."""
    from roborally.features.daily.window.desk import DailyDesk

    return client.of(DailyDesk)


def matches(client: Any) -> Any:
    """Return what runs matches at this machine."""
    from roborally.ui.shell.local_matches import LocalMatches

    return client.of(LocalMatches)


def setup(client: Any) -> Any:
    """Return the choices for the next match."""
    from roborally.features.lobby.window.desk import SetupDesk

    return client.of(SetupDesk)


def online(client: Any) -> Any:
    """Return what leads through matches on the network."""
    from roborally.features.lobby.window.online.desk import OnlineDesk

    return client.of(OnlineDesk)


def plugins(client: Any) -> Any:
    """Return the pages of plugins."""
    from roborally.features.authoring.window.desk import PluginsDesk

    return client.of(PluginsDesk)
