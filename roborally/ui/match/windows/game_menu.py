"""The in-game menu; an open menu stops a match on this machine (CLI-701 to CLI-706)."""

from collections.abc import Callable, Sequence

from roborally.base.translation import _
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.clock import TimeLeft
from roborally.ui.toolkit.dialogs import Action, Dialog, confirm


class GameMenu(Dialog):
    """The menu of a match: back to the game, saving, settings, leaving."""

    stops_match = True

    def __init__(
        self,
        app: App,
        save: Callable[[], None] | None,
        settings: Callable[[], None],
        leave: Callable[[], None],
        *,
        leaving: str = "",
        more: Sequence[tuple[str, Action]] = (),
        again: Callable[[], "GameMenu"],
    ) -> None:
        """Offer the actions; `save` and `settings` open their pages, `leave` goes to the main menu.

        `save` is `None` if the match cannot be saved here (CLI-702). `leaving` says what then happens to the game;
        `more` are pairs of caption and action. `again()` returns the same menu in the current language.
        """
        self.again = again
        self._leaving = leaving or _("Unsaved progress will be lost.")
        saving = [(_("Save game"), save)] if save is not None else []
        super().__init__(
            app,
            _("Menu"),
            "",
            [
                (_("Back to the game"), app.pop),
                *more,
                *saving,
                (_("Rulebook (F1)"), app.open_rules),
                *([(_("Keys (F2)"), app.on_keys)] if app.on_keys is not None else []),
                (_("Settings"), settings),
                (_("Main menu"), lambda: self.ask_to_leave(leave)),
                (_("Quit RoboRally"), self.ask_to_quit),
            ],
            row=False,
            width=360,
        )

    def lay_out(self) -> None:
        """Lay the menu out, with the clock beside the title."""
        super().lay_out()
        self._clock = TimeLeft(self.layer, self.area.right - 28, self.area.top - 35)

    def update(self, seconds: float) -> None:
        """Show the time that remains for an answer (CLI-706)."""
        self._clock.show(self.app.seconds_left())

    def ask_to_leave(self, leave: Callable[[], None]) -> None:
        """Ask whether to leave the match, and call `leave` if so."""
        confirm(self.app, _("Leave the game?"), self._leaving, _("Main menu"), leave)

    def ask_to_quit(self) -> None:
        """Ask whether to quit the program, and quit it if so."""
        confirm(self.app, _("Quit RoboRally?"), self._leaving, _("Quit"), self.app.quit)
