"""Where the host of a match on the network changes it, while all others see it live (CLI-501 to CLI-505, CLI-1302)."""

from collections.abc import Callable

from roborally.config import MatchConfig
from roborally.texts import _
from roborally.ui.app import App
from roborally.ui.lobby import LobbyPage
from roborally.ui.lobby_model import Lobby


class SetupPage(LobbyPage):
    """Course, bots and settings; `tell(config)` lets everybody know of a change."""

    def __init__(self, app: App, lobby: Lobby, tell: Callable[[MatchConfig], None]) -> None:
        """Show what is chosen now."""
        self._tell = tell
        self._told = lobby.config()
        super().__init__(app, lobby, lambda config: app.pop(), lambda path: None)

    def _ways(self) -> list[tuple[str, str, float, Callable[[], None]]]:
        return [way for way in super()._ways() if way[0] != _("Load game")]

    def _title(self) -> str:
        return _("Change match")

    def _start_caption(self) -> tuple[str, str]:
        return _("Confirm"), "checkmark"

    def _changed(self, *sections: str) -> None:
        """Tell everybody of what is other than before."""
        super()._changed(*sections)
        config = self.lobby.config()
        if config != self._told:
            self._told = config
            self._tell(config)

    def _show_problem(self) -> None:
        """Say what keeps the match from beginning; one may go back all the same."""
        super()._show_problem()
        self.start_button.enable(True)

    def start(self) -> None:
        """Go back to the others."""
        self.app.pop()

    def take(self, config: MatchConfig) -> None:
        """Show who has come or gone meanwhile, and what others have chosen for themselves."""
        if config.seats != self.lobby.config().seats:
            self.lobby.take_seats(config.seats)
            self._told = self.lobby.config()
            self._changed("seats")
