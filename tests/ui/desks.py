"""What features keep while a window is open; their modules are imported when they are needed, as in the game."""

from typing import Any

from roborally.features.authoring.window.desk import PluginsDesk
from roborally.features.daily.window.desk import DailyDesk
from roborally.features.lobby.window.desk import SetupDesk
from roborally.features.lobby.window.online.desk import OnlineDesk
from roborally.features.replays.window.desk import ReplayDesk
from roborally.features.replays.window.film_desk import FilmDesk
from roborally.features.replays.window.recent import RecentMatches
from roborally.ui.shell.local_matches import LocalMatches


def replays(client: Any) -> Any:
    """Return what shows recorded matches."""
    return client.of(ReplayDesk)


def films(client: Any) -> Any:
    """Return what makes films."""
    return client.of(FilmDesk)


def recent(client: Any) -> Any:
    """Return what stores finished matches."""
    return client.of(RecentMatches)


def daily(client: Any) -> Any:
    """Return the daily course."""
    return client.of(DailyDesk)


def matches(client: Any) -> Any:
    """Return what runs matches at this machine."""
    return client.of(LocalMatches)


def setup(client: Any) -> Any:
    """Return the choices for the next match."""
    return client.of(SetupDesk)


def online(client: Any) -> Any:
    """Return what leads through matches on the network."""
    return client.of(OnlineDesk)


def plugins(client: Any) -> Any:
    """Return the pages of plugins."""
    return client.of(PluginsDesk)
