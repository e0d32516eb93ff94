"""`SettingsCoordinator`: opens the pages of settings, applies changes to all screens, and saves them."""

from collections.abc import Callable, Sequence

import msgspec

from roborally.base.errors import GameError, Message
from roborally.base.later import imported_later
from roborally.base.translation import _
from roborally.profile import Settings, save_settings
from roborally.profile.language import speak
from roborally.ui.pages.main_menu import MainMenu
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.dialogs import message

with imported_later():
    from roborally.ui.match import match_screen
    from roborally.ui.match.windows import game_menu
    from roborally.ui.pages import settings_page, welcome_page


def matches_shown(app: App) -> "list[match_screen.MatchScreen]":
    """Return those screens of the window that show a match."""
    return [screen for screen in app.screens if isinstance(screen, match_screen.MatchScreen)]


class SettingsCoordinator:
    """Applies and saves the player's settings; there is one for each window.

    `menu()` returns a new main menu, for another language; `changed(before)` is called after each change, with the
    settings before it. `speed` replaces the moving speed of the settings until that setting is changed; empty does not.
    """

    def __init__(
        self,
        app: App,
        menu: Callable[[], MainMenu],
        changed: Callable[[Settings], None],
        *,
        speed: str = "",
    ) -> None:
        self.speed = speed
        self._app = app
        self._menu = menu
        self._changed = changed

    # --- pages ----------------------------------------------------------------------------------------------------

    def open(self) -> None:
        """Open the page of settings over the present screen."""
        self._app.push(settings_page.SettingsPage(self._app, self.change, self.save))

    def welcome(self, done: Callable[[], None] = lambda: None) -> None:
        """Open the page that asks for language, name and text size; call `done()` when it is left (CLI-808)."""
        self._app.push(welcome_page.WelcomePage(self._app, self.change, self.save, done))

    # --- changes --------------------------------------------------------------------------------------------------

    def change(self, settings: Settings) -> None:
        """Apply changed settings to the window and to a running match, without saving them."""
        before = self._app.settings
        self._app.apply(settings)
        if settings.language != before.language:
            speak(settings.language)
            self._translate()
        if not self._matches():  # robots keep their colours until the end of a match
            theme.use_colours_for(settings.sight)
        self._changed(before)
        for screen in self._matches():
            screen.board_pane.ghost.switched_on = settings.programming_aid
            if settings.robot_lines != before.robot_lines:
                screen.translate()  # creates the panels again
        if settings.moving_speed != before.moving_speed:
            self.speed = ""
            for screen in self._matches():
                screen.panels.moving.set_speed(settings.moving_speed)

    def _translate(self) -> None:
        for screen in list(self._app.screens):
            if screen not in self._app.screens:  # a question or curtain that its match has replaced
                continue
            at = self._app.screens.index(screen)
            if isinstance(screen, match_screen.MatchScreen):
                screen.translate()
            elif isinstance(screen, MainMenu):
                self._app.screens[at] = self._menu()
            elif isinstance(screen, game_menu.GameMenu):
                self._app.screens[at] = screen.again()

    def mark_new(self, achievements: tuple[str, ...]) -> None:
        """Save which achievements, given by their keys, the player has not looked at yet (CLI-2563)."""
        if achievements != self._app.settings.new_achievements:
            self.change(msgspec.structs.replace(self._app.settings, new_achievements=achievements))
            self.save()

    def save(self) -> None:
        """Write the settings to their file; show a message if that fails."""
        try:
            notices = save_settings(self._app.settings)
        except GameError as error:
            notices = [Message.of("Your settings apply until you quit, but could not be saved."), error.message]
        self.report(notices)

    def report(self, notices: Sequence[Message]) -> None:
        """Show a dialog with messages about files of the player's profile; do nothing if there are none."""
        if notices:
            message(self._app, _("Settings and statistics"), *notices)

    def moving_speed(self) -> str:
        """Return the name of the speed with which a match begins, such as `fast`."""
        return self.speed or self._app.settings.moving_speed

    def _matches(self) -> "list[match_screen.MatchScreen]":
        return matches_shown(self._app)
