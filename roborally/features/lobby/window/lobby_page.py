"""The lobby: the page that sets up a match (CLI-501 to CLI-514)."""

from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any

import arcade

from roborally.base.errors import GameError
from roborally.base.translation import _
from roborally.features.lobby.model import LobbyModel
from roborally.features.lobby.window.course_section import CourseSection
from roborally.features.lobby.window.match_files import load_match_page, save_match_page
from roborally.features.lobby.window.seats_section import SeatsSection
from roborally.features.lobby.window.section import LobbySection
from roborally.features.lobby.window.settings_section import SettingsSection
from roborally.game.match_file import MatchConfig
from roborally.ui.pages import saves
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.dialogs import message
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.layout.branches import column, fitting, flow, row, space
from roborally.ui.toolkit.layout.leaves import button, heading, label
from roborally.ui.toolkit.layout.nodes import Node
from roborally.ui.toolkit.layout.tree_page import TreePage
from roborally.ui.toolkit.shortcuts import ENTER, Shortcut
from roborally.ui.toolkit.widget_group import WidgetGroup
from roborally.ui.toolkit.widgets import Widget

NOTE = 36.0
"""The height that suffices for two lines about what keeps the match from starting."""


class LobbyPage(TreePage):
    """Course, seats and settings of a new match, or of one that has been opened for others."""

    def __init__(
        self,
        app: App,
        lobby: LobbyModel,
        start: Callable[[MatchConfig], None] | None = None,
        load_game: Callable[[Path], None] | None = None,
        invite: Callable[[MatchConfig], None] | None = None,
        learn: Callable[[], None] | None = None,
        opener: Callable[[Path], Callable[[], None] | None] | None = None,
        open_builder: Callable[..., None] | None = None,
        on_change: Callable[[], None] = lambda: None,
    ) -> None:
        """Show the current choices, and call `on_change()` for each change.

        `start(config)` starts the match or raises `GameError`; without it the match has been opened elsewhere, and the
        button at the lower right only leaves the page. `invite(config)` lets others join over the network,
        `learn()` opens the lessons of the edition, `open_builder` the course builder. `opener(path)` returns a function
        that opens an unusable file elsewhere, or `None`.
        """
        super().__init__(app)
        self.lobby = lobby
        self._start = start
        self._load_game = load_game
        self._invite = invite
        self._learn = learn
        self._on_change = on_change
        self._above = Layer(self.space)
        self.controls = WidgetGroup(self._above)
        self.course = CourseSection(app, self.space, lobby, self.changed)
        self.course.opener, self.course.open_builder = opener, open_builder
        self.seats = SeatsSection(app, self.space, lobby, self.changed)
        self.settings = SettingsSection(app, self.space, lobby, self.changed)
        self.sections: dict[str, LobbySection] = {
            "course": self.course,
            "seats": self.seats,
            "settings": self.settings,
        }
        self.parts.extend(self.sections.values())
        self._building = False
        self._buttons: list[Widget] = []
        self._known: dict[tuple[str, str], Any] = {}
        self.rebuild()

    @property
    def edition(self) -> str:
        """The chosen mode."""
        return self.lobby.mode

    def tree(self) -> Node:
        """Return title and doors, the sections side by side or stacked, and the buttons below them."""
        new = self._start is not None
        title = heading(_("Custom match") if new else _("Change match"), 24, shorten=True)
        text, icon = (_("Start"), "play") if new else (_("Confirm"), "checkmark")
        self._start_button = button(text, self.start, icon=icon, accent=True, size=20, height=44, lowest=36).wide(
            least=180
        )
        self._note = label("", 13, tint=theme.colour("warning"), wrap=True, lines=2)
        ways = [
            button(text, action, icon=icon, height=44, lowest=36, size=14)
            for text, icon, action in (
                (_("Back"), "arrow-left", self.app.pop),
                *([(_("Load game"), "load", self.open_saves)] if self._load_game is not None else []),
                (_("Load match file"), "load", self.open_match_files),
                (_("Save match file"), "save", self.save_match_file),
            )
        ]
        doors = [
            button(text, act, icon=icon, size=15, height=36, tooltip=hint) for text, icon, act, hint in self._doors()
        ]
        course, seats, rest = (section.node() for section in self.sections.values())
        start, note = self._start_button, self._note
        return column(
            fitting(lambda: row(title.grow(), *doors, gap=8), lambda: column(title, flow(*doors, gap=8), gap=6)),
            fitting(
                lambda: row(
                    column(course.grow()).wide(250).grow(3),
                    column(seats.grow()).wide(400).grow(0.5),
                    column(rest.grow()).wide(260).grow(3),
                    gap=14,
                ),
                lambda: column(course, seats, column(rest.grow()).grow(), gap=8),
            ).grow(),
            fitting(
                lambda: row(*ways, note.wide(least=200).grow(), start),
                lambda: column(note, row(*ways, space(), start), gap=4),
                lambda: column(row(*ways[1:]), row(ways[0], note.wide(least=200).grow(), start)),
                lambda: column(note, *ways, start),
            ),
            gap=8,
            pad=(18, 10),
        )

    def _doors(self) -> list[tuple[str, str, Callable[[], None], str]]:
        """Return the buttons at the upper right: text, icon, action and tooltip."""
        doors: list[tuple[str, str, Callable[[], None], str]] = [
            ("", "question", self.app.open_rules, _("Rulebook (F1)"))
        ]
        if self._learn is not None:
            doors.insert(0, (_("Lessons"), "question", self._learn, _("Short lessons for this edition")))
        if self._invite is not None:
            doors.append((_("Invite others"), "network", self._ask_others, _("Let others join over the network")))
        return doors

    def rebuild(self) -> None:
        """Lay the page out."""
        focus, self._building = self._focused(), True  # what is being built may say that it has changed
        self.clear()
        self.backdrop()
        self.build(self.tree())
        self.start_button, self.note = self._start_button.made, self._note.made
        self._buttons = list(self.controls.widgets)
        self._building = False
        self._collect(focus)
        self._show_problem()

    # --- changes --------------------------------------------------------------------------------------------------

    def changed(self, *sections: str) -> None:
        """Lay out sections again, or only update a changed value; the focus stays on the control of the same name."""
        if not self._building:
            self._update_sections(sections)
        self._on_change()

    def _update_sections(self, sections: Collection[str]) -> None:
        self._building = True
        if not all(self.sections[name].rebuild() for name in sections):
            self.rebuild()  # there is more on the page now
            return
        focus = self._focused()
        for name, section in self.sections.items():
            if name not in sections:
                section.refresh()
        if sections:
            self._collect(focus)
        self._building = False
        self._show_problem()

    def _focused(self) -> tuple[str, str] | None:
        return next((name for name, widget in self._known.items() if widget is self.controls.focus), None)

    def _collect(self, focus: tuple[str, str] | None) -> None:
        """Take the controls of all sections; the focus stays on the control of the same name."""
        self._known = self._named()
        self.controls.widgets = [*self._known.values(), *self._buttons]
        if focus is not None:
            self.controls.set_focus(self._known.get(focus))
        elif self.controls.focus not in self.controls.widgets:
            self.controls.set_focus(None)

    def _named(self) -> dict[tuple[str, str], Any]:
        return {
            (section, name): widget
            for section, entry in self.sections.items()
            for name, widget in entry.controls.items()
        }

    def _show_problem(self) -> None:
        """Show what keeps the match from starting; *Start* is disabled until that is fixed, *Confirm* never."""
        problem = self.lobby.problem()
        self.note.text = "" if self.lobby.missing_plugins() else problem  # then the problem is shown beside the course
        self.note.cut(NOTE)
        self.start_button.tooltip = problem
        self.start_button.enable(not problem or self._start is None)

    # --- actions of the buttons -----------------------------------------------------------------------------------

    def start(self) -> None:
        """Start the match; errors are shown in a dialog, and the page stays as it is. Without `start` only leave."""
        if self._start is None:
            self.app.pop()
            return
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
        if self._load_game is not None:
            self.app.push(saves.load_page(self.app, self._load_game, self.lobby.may_load))

    def open_match_files(self) -> None:
        """Open the list of match files."""
        self.app.push(load_match_page(self.app, self.lobby.catalogue, self.load_match))

    def load_match(self, config: MatchConfig) -> None:
        """Show the choices of a match file."""
        self.lobby.take(config)
        self.changed(*self.sections)

    def save_match_file(self) -> None:
        """Open the page that saves the choices as a match file."""
        course = self.lobby.chosen_course
        name = course.title if course else self.lobby.mode
        self.app.push(save_match_page(self.app, self.lobby.catalogue, self.lobby.config(), name))

    # --- screen ---------------------------------------------------------------------------------------------------

    def draw(self) -> None:
        """Draw the sections and the focus ring."""
        super().draw()
        self._above.draw()

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
