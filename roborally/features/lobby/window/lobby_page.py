"""The lobby: the page that sets up a match (CLI-501 to CLI-514)."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import arcade

from roborally.base.errors import GameError
from roborally.base.translation import _
from roborally.features.lobby.model import LobbyModel
from roborally.features.lobby.window.course_section import CourseSection
from roborally.features.lobby.window.lobby_places import DOOR, LITTLE_EDGE, NOTE, Parts, is_stack, lobby_parts, stack_of
from roborally.features.lobby.window.lobby_rows import stacked
from roborally.features.lobby.window.match_files import LoadMatchPage, SaveMatchPage
from roborally.features.lobby.window.seats_section import SeatsSection
from roborally.features.lobby.window.section import LobbySection
from roborally.features.lobby.window.settings_section import SettingsSection
from roborally.game.match_file import MatchConfig
from roborally.ui.pages import saves
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.app import App, Screen
from roborally.ui.toolkit.dialogs import message
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.shortcuts import ENTER, Shortcut
from roborally.ui.toolkit.theme import Rect
from roborally.ui.toolkit.widget_group import WidgetGroup
from roborally.ui.toolkit.widgets import Button

Way = tuple[str, str, float, Callable[[], None]]
"""A button that leaves the page: its text, icon, width and action."""


class LobbyPage(Screen):
    """Course, seats and settings; `start(config)` starts the match or raises `GameError`."""

    def __init__(
        self,
        app: App,
        lobby: LobbyModel,
        start: Callable[[MatchConfig], None],
        load_game: Callable[[Path], None],
        invite: Callable[[MatchConfig], None] | None = None,
        learn: Callable[[], None] | None = None,
        opener: Callable[[Path], Callable[[], None] | None] | None = None,
        open_builder: Callable[..., None] | None = None,
    ) -> None:
        """Show the current choices.

        `invite(config)` lets others join over the network, `learn()` opens the lessons of the edition, `open_builder`
        the course builder. `opener(path)` returns a function that opens an unusable file elsewhere, or `None`.
        """
        super().__init__(app)
        self.lobby = lobby
        self._start = start
        self._load_game = load_game
        self._invite = invite
        self._learn = learn
        self._above = Layer(self.space)
        self.controls = WidgetGroup(self._above)
        self._buttons: list[Button] = []
        self._parts = self._share()
        self._lay_out_frame()
        self.course = CourseSection(app, self.space, self._parts.course, lobby, self.changed)
        self.course.opener, self.course.open_builder = opener, open_builder
        self.seats = SeatsSection(app, self.space, self._parts.seats, lobby, self.changed)
        self.settings = SettingsSection(app, self.space, self._parts.rest, lobby, self.changed)
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
        """The chosen mode."""
        return self.lobby.mode

    @property
    def sheet(self) -> Rect:
        """The area of the page: no wider than the window, if that is narrower than a tall page."""
        sheet = self.space.narrowed(super().sheet)
        if self.is_tall and is_stack(sheet):
            return stack_of(sheet, stacked(len(self.lobby.seats)), len(self._ways()))
        return super().sheet

    def _title(self) -> str:
        """Return the title of the page."""
        return _("Custom match")

    def _ways(self) -> list[Way]:
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

    def _lay_out_frame(self) -> None:
        """Lay out everything around the sections: title, buttons, and the space for error messages."""
        self.layer.clear()
        self._buttons.clear()
        layer, sheet, row = self.layer, self.sheet, self._parts.buttons
        layer.backdrop()
        stack = self._parts.stacked
        layer.frame("panel", sheet.inset(LITTLE_EDGE if stack else 16))
        doors = self._doors()
        top, right = sheet.top - (62 + DOOR if stack else 62), row.right
        part = min(1.0, (row.width - 8 * (len(doors) - 1)) / sum(door[0] for door in doors))
        for width, text, icon, action, sentence in doors:
            spot = Rect(right - part * width, top, part * width, 36)
            self._buttons.append(Button(layer, spot, text, action, icon=icon, size=15, tooltip=sentence))
            right = spot.x - 8
        room = row.width if stack else right - row.x - 16
        layer.heading(self._title(), row.x + 4, sheet.top - 44, 24, tint=theme.colour("accent"), width=room)
        ways = self._ways()
        start = Rect(row.right - 180, row.y, 180, row.height)
        if stack:
            x = self._lay_out_ways(ways[:1], row.x, row.y)
            for number, (text, icon, _wide, act) in enumerate(reversed(ways[1:])):
                y = row.top + NOTE + 8 + number * (row.height + 8)
                self._lay_out_ways([(text, icon, row.width, act)], row.x, y)
        elif self.is_tall:  # all but the button *Back* have a row of their own
            x = self._lay_out_ways(ways[:1], row.x, row.y)
            wide = (row.width + 8) / (len(ways) - 1) - 8
            self._lay_out_ways([(text, icon, wide, act) for text, icon, _wide, act in ways[1:]], row.x, row.top + 8)
        else:
            x = self._lay_out_ways(ways, row.x, row.y)
        text, icon = self._start_caption()
        self.start_button = Button(layer, start, text, self.start, icon=icon, accent=True, size=20)
        self._buttons.append(self.start_button)
        line = self._parts.note or row._replace(x=x, width=start.x - x - 6)
        tint = theme.colour("warning")
        self.note = layer.label("", line.x + 6, line.centre[1], size=13, width=line.width - 6, wrap=True, tint=tint)

    def _lay_out_ways(self, ways: Sequence[Way], x: float, y: float) -> float:
        """Lay out a row of buttons to the right from a point; return where it ends."""
        height = self._parts.buttons.height
        for text, icon, width, action in ways:
            self._buttons.append(Button(self.layer, Rect(x, y, width, height), text, action, icon=icon, size=14))
            x += width + 8
        return x

    def _doors(self) -> list[tuple[float, str, str, Callable[[], None], str]]:
        """Return the buttons at the upper right, from the right: width, text, icon, action and tooltip."""
        rules = (40.0, "", "question", self.app.open_rules, _("Rulebook (F1)"))
        doors: list[tuple[float, str, str, Callable[[], None], str]] = [rules]
        if self._invite is not None:
            text = _("Let others join over the network")
            doors.insert(0, (230.0, _("Invite others"), "network", self._ask_others, text))
        if self._learn is not None:
            doors.append((160.0, _("Lessons"), "question", self._learn, _("Short lessons for this edition")))
        return doors

    def rebuild(self) -> None:
        """Lay the page out for another sheet."""
        self._parts = self._share()
        self._lay_out_frame()
        self._place_sections()
        self.changed(*self.sections)

    def _share(self) -> Parts:
        """Divide the sheet among the parts of the page."""
        seats = len(self.lobby.seats)
        return lobby_parts(self.sheet, tall=self.is_tall, seats=seats, stack=stacked(seats))

    def _place_sections(self) -> None:
        parts = self._parts
        for section, place in zip(self.sections.values(), (parts.course, parts.seats, parts.rest), strict=True):
            section.take_place(place)

    # --- changes --------------------------------------------------------------------------------------------------

    def changed(self, *sections: str) -> None:
        """Lay out sections again, or only update a changed value; the focus stays on the control of the same name."""
        if self._building:
            return
        self._building = True
        if (parts := self._share()) != self._parts:  # more seats leave less space for the rest
            if parts.buttons != self._parts.buttons:  # or the page is higher
                self._parts = parts
                self._lay_out_frame()
            self._parts, sections = parts, tuple(self.sections)
            self._place_sections()
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
        """Show what keeps the match from starting; *Start* is disabled until that is fixed."""
        problem = self.lobby.problem()
        self.note.text = "" if self.lobby.missing_plugins() else problem  # then the problem is shown beside the course
        self.note.cut((self._parts.note or self._parts.buttons).height + 8)
        self.start_button.tooltip = problem
        self.start_button.enable(not problem)

    # --- actions of the buttons -----------------------------------------------------------------------------------

    def start(self) -> None:
        """Start the match; errors are shown in a dialog, and the page stays as it is."""
        if self._has_lost_course():
            return
        if problem := self.lobby.problem():
            message(self.app, _("This match cannot start"), problem)
            return
        try:
            self._start(self.lobby.config())
        except GameError as error:
            message(self.app, _("This match cannot start"), error.message)

    def _has_lost_course(self) -> bool:
        """Return whether the file of the chosen course is gone; then report it and choose another course."""
        text = self.lobby.replace_missing()
        self.changed(*self.sections)  # it may be broken now
        if text:
            message(self.app, _("This match cannot start"), text)
        return bool(text)

    def _ask_others(self) -> None:
        if self._has_lost_course():
            return
        if problem := self.lobby.invitation_problem():
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
        """Return the keys of this page; Enter starts unless a button has the focus."""
        return [Shortcut(ENTER, _("Start the match"), self._enter), *super().shortcuts()]

    def _enter(self) -> bool:
        free = self.controls.focus in (None, self.course.controls["courses"])
        if free:
            self.start()
        return free
