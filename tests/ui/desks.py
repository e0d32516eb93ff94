"""What features keep while a window is open; their modules are imported when they are needed, as in the game."""

from typing import Any


def replays(client: Any) -> Any:
    """Return what shows recorded matches."""
    from roborally.features.replays.window.desk import ReplayDesk

    return client.services.of(ReplayDesk)


def films(client: Any) -> Any:
    """Return what makes films."""
    from roborally.features.replays.window.film_desk import FilmDesk

    return client.services.of(FilmDesk)


def recent(client: Any) -> Any:
    """Return what stores finished matches."""
    from roborally.features.replays.window.recent import RecentMatches

    return client.services.of(RecentMatches)


def daily(client: Any) -> Any:
    """Return the daily course."""
    from roborally.features.daily.window.desk import DailyDesk

    return client.services.of(DailyDesk)


def plugins(client: Any) -> Any:
    """Return the pages of plugins."""
    from roborally.features.authoring.window.desk import PluginsDesk

    return client.services.of(PluginsDesk)
