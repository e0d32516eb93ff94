"""The lobby: the page on which a match is set up (CLI-501 to CLI-514)."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import arcade

from roborally.base.errors import GameError
from roborally.base.translation import _
from roborally.game.match_file import MatchConfig
from roborally.ui.setup import saves
from roborally.ui.setup.lobby_course import CourseSection
from roborally.ui.setup.lobby_files import LoadMatchPage, SaveMatchPage
from roborally.ui.setup.lobby_model import LobbyModel
from roborally.ui.setup.lobby_seats import SeatsSection
from roborally.ui.setup.lobby_section import LobbySection
from roborally.ui.setup.lobby_settings import SettingsSection
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.app import App, Screen
from roborally.ui.toolkit.dialogs import message
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.shortcuts import ENTER, Shortcut
from roborally.ui.toolkit.theme import HEIGHT, WIDTH, Rect
from roborally.ui.toolkit.widget_group import WidgetGroup
from roborally.ui.toolkit.widgets import Button

BOTTOM = Rect(32, 28, WIDTH - 64, 44)


class LobbyPage(Screen):
    """Course, seats and settings; `start(config)` begins the match or raises `GameError`."""

    def __init__(
        self,
        app: App,
        lobby: LobbyModel,
        start: Callable[[MatchConfig], None],
        load_game: Callable[[Path], None],
        invite: Callable[[MatchConfig], None] | None = None,
        learn: Callable[[], None] | None = None,
        edit: Callable[[Path], None] | None = None,
    ) -> None:
        """Show the choices so far; no player is ready yet.

        `invite(config)` lets others join over the network, `learn()` opens the lessons of the edition, `edit(path)` the
        board editor.
        """
        super().__init__(app)
        self.lobby = lobby
        self._start = start
        self._load_game = load_game
        self._invite = invite
        self._learn = learn
        for seat in lobby.seats:
            seat.ready = False
        self.layer.backdrop()
        self.layer.frame("panel", Rect(16, 16, WIDTH - 32, HEIGHT - 32))
        self.layer.heading(self._title(), 36, HEIGHT - 44, 24, tint=theme.colour("accent"))
        self._above = Layer(self.space)
        self.controls = WidgetGroup(self._above)
        self._buttons: list[Button] = []
        self._lay_out_bottom()
        self.course = CourseSection(app, self.space, lobby, self.changed)
        self.course.edit = edit
        self.seats = SeatsSection(app, self.space, lobby, self.changed)
        self.settings = SettingsSection(app, self.space, lobby, self.changed)
        self.sections: dict[str, LobbySection] = {
            "course": self.course,
            "seats": self.seats,
            "settings": self.settings,
        }
        self.parts.extend(self.sections.values())
        self._building = False
        self.changed(*self.sections)

    @property
    def edition(self) -> str:
        """The mode that is chosen."""
        return self.lobby.mode

    def _title(self) -> str:
        """Return the title of the page."""
        return _("Custom match")

    def _ways(self) -> list[tuple[str, str, float, Callable[[], None]]]:
        """Return the buttons at the lower left: text, icon, width and action."""
        return [
            (_("Back"), "arrow-left", 124, self.app.pop),
            (_("Load game"), "load", 176, self.open_saves),
            (_("Load match file"), "load", 212, self.open_match_files),
            (_("Save match file"), "save", 212, self.save_match_file),
        ]

    def _start_caption(self) -> tuple[str, str]:
        """Return text and icon of the button at the lower right."""
        return _("Start"), "play"

    def _lay_out_bottom(self) -> None:
        """Build the row of buttons and the place for error messages."""
        layer, y = self.layer, BOTTOM.y
        x: float = BOTTOM.x
        for text, icon, width, action in self._ways():
            button = Button(layer, Rect(x, y, width, BOTTOM.height), text, action, icon=icon, size=14)
            self._buttons.append(button)
            x += width + 8
        start = Rect(BOTTOM.right - 180, y, 180, BOTTOM.height)
        text, icon = self._start_caption()
        self.start_button = Button(layer, start, text, self.start, icon=icon, accent=True, size=20)
        self._buttons.append(self.start_button)
        spot = Rect(BOTTOM.right - 298, HEIGHT - 62, 40, 36)
        rules = Button(layer, spot, "", self.app.open_rules, icon="question", tooltip=_("Rulebook (F1)"))
        self._buttons.append(rules)
        if self._invite is not None:
            spot = Rect(BOTTOM.right - 250, HEIGHT - 62, 250, 36)
            told = _("Let others join over the network")
            button = Button(layer, spot, _("Invite others"), self._ask_others, icon="network", size=15, tooltip=told)
            self._buttons.append(button)
        if self._learn is not None:
            spot = Rect(BOTTOM.right - 306 - 160, HEIGHT - 62, 160, 36)
            told = _("Short lessons for this edition")
            button = Button(layer, spot, _("Lessons"), self._learn, icon="question", size=15, tooltip=told)
            self._buttons.append(button)
        room = start.x - x - 12
        self.note = layer.label(
            "", x + 6, BOTTOM.centre[1], size=13, width=room, wrap=True, tint=theme.colour("warning")
        )

    # --- changes --------------------------------------------------------------------------------------------------

    def changed(self, *sections: str) -> None:
        """Rebuild sections, or only update a changed value; the focus stays on the control of the same name."""
        if self._building:
            return
        self._building = True
        focus = next((name for name, widget in self._named().items() if widget is self.controls.focus), None)
        for name, section in self.sections.items():
            if name in sections:
                section.rebuild()
            else:
                section.refresh()
        named = self._named()
        if sections:
            self.controls.widgets = [*named.values(), *self._buttons]
            if focus is not None:
                self.controls.set_focus(named.get(focus))
            elif self.controls.focus not in self.controls.widgets:
                self.controls.set_focus(None)
        self._building = False
        self._show_problem()

    def _named(self) -> dict[tuple[str, str], Any]:
        return {
            (section, name): widget
            for section, entry in self.sections.items()
            for name, widget in entry.controls.items()
        }

    def _show_problem(self) -> None:
        """Show what keeps the match from starting; *Start* is disabled until then."""
        problem = self.lobby.problem()
        self.note.text = "" if self.lobby.missing_plugins() else problem  # then it stands beside the course
        self.start_button.enable(not problem)

    # --- actions of the buttons -----------------------------------------------------------------------------------

    def start(self) -> None:
        """Start the match; errors are shown in a dialog, and the page stays as it is."""
        if problem := self.lobby.problem():
            message(self.app, _("This match cannot start"), problem)
            return
        try:
            self._start(self.lobby.config())
        except GameError as error:
            message(self.app, _("This match cannot start"), error.message)

    def _ask_others(self) -> None:
        if problem := self.lobby.course_problem():
            message(self.app, _("This match cannot start"), problem)
        elif self._invite is not None:
            self._invite(self.lobby.invitation())

    def open_saves(self) -> None:
        """Open the list of saved games."""
        self.app.push(saves.LoadPage(self.app, self._load_game, self.lobby.may_load))

    def open_match_files(self) -> None:
        """Open the list of match files."""
        self.app.push(LoadMatchPage(self.app, self.lobby.catalogue, self.load_match))

    def load_match(self, config: MatchConfig) -> None:
        """Show the choices of a match file."""
        self.lobby.take(config)
        self.changed(*self.sections)

    def save_match_file(self) -> None:
        """Open the page that saves the choices as a match file."""
        course = self.lobby.chosen_course
        name = course.title if course else self.lobby.mode
        self.app.push(SaveMatchPage(self.app, self.lobby.catalogue, self.lobby.config(), name))

    # --- screen ---------------------------------------------------------------------------------------------------

    def draw(self) -> None:
        """Draw the sections and the focus ring."""
        super().draw()
        self._above.draw()

    def settled(self) -> None:
        """Rebuild the layout for another window size, because texts wrap differently."""
        self.changed(*self.sections)

    def typed(self, text: str) -> None:
        """Pass typed letters to the focused field."""
        self.controls.typed(text)

    def key(self, symbol: int, modifiers: int) -> None:
        """Handle a key: without a focus, Enter starts and the up and down arrows select a course."""
        keys = arcade.key
        if self.controls.focus is None and symbol in (keys.UP, keys.DOWN) and self.course.controls["courses"].enabled:
            self.course.controls["courses"].step(1 if symbol == keys.DOWN else -1)
        else:
            super().key(symbol, modifiers)

    def shortcuts(self) -> list[Shortcut]:
        """Return what keys do here; Enter starts unless a button has the focus."""
        return [Shortcut(ENTER, _("Start the match"), self._enter), *super().shortcuts()]

    def _enter(self) -> bool:
        free = self.controls.focus in (None, self.course.controls["courses"])
        if free:
            self.start()
        return free
