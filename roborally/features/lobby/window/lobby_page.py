"""The lobby: the page that sets up a match, step by step (CLI-501 to CLI-514)."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from roborally.base.errors import GameError
from roborally.base.translation import _
from roborally.features.lobby.model import LobbyModel
from roborally.features.lobby.window.course_section import CourseSection
from roborally.features.lobby.window.match_files import load_match_page, save_match_page
from roborally.features.lobby.window.seats_section import SeatsSection
from roborally.features.lobby.window.section import LobbySection
from roborally.features.lobby.window.settings_section import SettingsSection
from roborally.game.match_file import MatchConfig
from roborally.plugin import text
from roborally.ui.board.course_preview import CoursePreview
from roborally.ui.pages import saves
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.controls.widgets import Button
from roborally.ui.toolkit.dialogs import message
from roborally.ui.toolkit.label import Label
from roborally.ui.toolkit.layout.branches import column, fitting, flow, row, space
from roborally.ui.toolkit.layout.leaves import button, framed, heading, here, label
from roborally.ui.toolkit.layout.nodes import Leaf, Node, Size
from roborally.ui.toolkit.layout.tree_page import TreePage
from roborally.ui.toolkit.shortcuts import CTRL, ENTER, Shortcut
from roborally.ui.toolkit.theme import Rect

LINE = 18.0
"""The height in units of a line about what keeps the match from starting."""
PREVIEW = 260.0
"""The least width in units of the picture of the course beside a step."""
STEPS = {"course": text("Course and rules"), "seats": text("Players"), "settings": text("Variants")}
"""The titles of the steps, by name and in order."""


class LobbyPage(TreePage):
    """The page that sets up a new match, or changes one in a lobby on a server.

    It shows one step (course, seats or settings), beside the picture of the course where there is room. Above it are
    the buttons of the steps, the note about what keeps the match from starting, and the button that starts it.
    """

    start_button: Button
    note: Label
    """The label about what keeps the match from starting."""
    title: Label
    """The label with the name of the course above its picture."""

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
        back: Callable[[], None] | None = None,
    ) -> None:
        """Show the current choices, and call `on_change()` for each change; `back` goes back, as in `TreePage`.

        `start(config)` starts the match or raises `GameError`; it is `None` for a match in a lobby on a server.
        `load_game(path)` loads a saved game, `invite(config)` lets others join over the network, `learn()` opens the
        lessons of the mode, and `open_builder` the course builder. `opener(path)` returns a function that opens an
        unusable file elsewhere, or `None`.
        """
        super().__init__(app, back)
        self.lobby = lobby
        self._start = start
        self._load_game = load_game
        self._invite = invite
        self._learn = learn
        self._on_change = on_change
        self.preview = CoursePreview(app, self.space, lobby.catalogue)
        self.course = CourseSection(app, lobby, self.changed)
        self.course.opener, self.course.open_builder = opener, open_builder
        self.seats = SeatsSection(app, lobby, self.changed)
        self.settings = SettingsSection(app, lobby, self.changed)
        self.sections: dict[str, LobbySection] = dict(zip(STEPS, (self.course, self.seats, self.settings), strict=True))
        self.step = "course"
        self._room = LINE
        """The height of the note in units."""
        self._building = False
        self.rebuild()

    @property
    def edition(self) -> str:
        """The id of the chosen mode."""
        return self.lobby.mode

    def tree(self) -> Node:
        """Return the layout: title, buttons of the steps and *Start*, the shown step, and the buttons below it."""
        new = self._start is not None
        title = heading(_("Custom match") if new else _("Change match"), 24, shorten=True)
        caption, icon = (_("Start"), "play") if new else (_("Confirm"), "checkmark")
        start = button(caption, self.start, icon=icon, accent=True, size=20, height=44, lowest=36).wide(least=150)
        start.named("start").kept(self, "start_button")

        def note(lines: int, least: float = 100) -> Node:
            words = label("", 13, tint=theme.colour("warning"), wrap=True, lines=lines, room=least)
            return words.kept(self, "note").then(lambda _made: setattr(self, "_room", lines * LINE)).grow()

        self._steps = {name: self._step(name) for name in STEPS}
        steps = [*self._steps.values()]
        invite = self._invite and self._ask_others
        doors = [
            button(caption, act, icon=icon, size=15, height=36, tooltip=hint).named(hint)
            for caption, icon, act, hint in (
                (_("Lessons"), "question", self._learn, _("Short lessons for this edition")),
                ("", "question", self.app.open_rules, _("Rulebook (F1)")),
                (_("Invite others"), "network", invite, _("Let others join over the network")),
            )
            if act is not None
        ]
        ways = [
            button(caption, act, icon=icon, height=44, lowest=36, size=14).named(caption)
            for caption, icon, act in (
                (_("Back"), "arrow-left", self.escape),
                (_("Load game"), "load", self._load_game and self.open_saves),
                (_("Load match file"), "load", self.open_match_files),
                (_("Save match file"), "save", self.save_match_file),
            )
            if act is not None
        ]
        return column(
            fitting(lambda: row(title.grow(), *doors, gap=8), lambda: column(title, flow(*doors, gap=8), gap=6)),
            fitting(
                lambda: row(*steps, note(2, 200), start),
                lambda: column(row(*steps, space(), start), note(1), gap=4),
                lambda: column(flow(*steps), row(note(2), start), gap=4),
            ),
            self._shown().grow(),
            flow(*ways),
            gap=8,
            pad=(18, 10),
        )

    def _shown(self) -> Node:
        """Return the shown step, with the picture of the course beside or below it where there is room."""
        section, picture = self.sections[self.step], self._picture()
        step = section.tree()
        return fitting(
            lambda: row(
                column(step.grow()).wide(section.width).grow(section.share),
                column(picture.grow()).wide(PREVIEW).grow(),
                gap=16,
            ),
            lambda: column(step, picture.grow() if self.is_tall or section is self.course else None),
        )

    def _step(self, name: str) -> Leaf[Button]:
        """Return the button that shows a step."""
        more = 28 if name == "settings" and not self.lobby.changes() else 0  # for a number
        leaf = button(self._caption(name), partial(self.show, name), size=15, height=44, lowest=36, more=more)
        return leaf.named(f"step {name}")

    def _caption(self, step: str) -> str:
        """Return a step's number and title, with the number of players, or of enabled plugins and changed settings."""
        count = len(self.lobby.seats) if step == "seats" else self.lobby.changes() if step == "settings" else 0
        return f"{[*STEPS].index(step) + 1}  {_(STEPS[step])}{f' ({count})' if count else ''}"

    def _picture(self) -> Node:
        """Return the picture of the course with its name above."""
        self.parts.clear()  # it is drawn where the step leaves room for it
        title = heading("", 18, shorten=True, room=100).kept(self, "title")
        return column(
            title,
            framed("panel-inset", here(self._show_preview, Size(90, 300), Size(100, 300)).grow(), (8, 8)).grow(),
            gap=4,
        )

    def _show_preview(self, place: Rect) -> None:
        self.parts.append(self.preview)
        self.preview.take_place(place)

    def rebuild(self) -> None:
        """Lay the page out again."""
        self._building = True  # what is being built may say that it has changed
        super().rebuild()
        self._building = False
        self.refresh()

    def built(self) -> None:
        """Mark the button of the shown step, and let the list of courses have the keys that no control needs."""
        self.sections[self.step].built()
        for name, leaf in self._steps.items():
            leaf.made.selected = name == self.step
        is_list = self.step == "course" and self.course.list.enabled
        self.main_list = self.course.list if is_list else None

    # --- changes --------------------------------------------------------------------------------------------------

    def show(self, step: str) -> None:
        """Show a step; if it lacks the control that has the focus, focus the step's button."""
        focused, self.step = self.controls.focus, step
        self.rebuild()
        if focused is not None and focused.name not in self.controls.named:
            self.controls.set_focus(self._steps[step].made)

    def _go(self, by: int) -> None:
        steps = [*STEPS]
        self.show(steps[(steps.index(self.step) + by) % len(steps)])

    def changed(self, *, anew: bool = False) -> None:
        """Lay the page out again if `anew`, else only update the shown values; then call `on_change`."""
        if not self._building:
            (self.rebuild if anew else self.refresh)()
        self._on_change()

    def refresh(self) -> None:
        """Update the shown step, the picture, and the note about what keeps the match from starting.

        *Start* is disabled while the note has a text, *Confirm* never.
        """
        self.sections[self.step].refresh()
        for name, leaf in self._steps.items():
            leaf.made.text = self._caption(name)
        course = self.lobby.chosen_course
        self.preview.choose(course)
        if self.preview in self.parts:
            self.title.text = course.title if course is not None else self.lobby.name_of(self.lobby.course)
        problem = self.lobby.problem()
        self.note.text = problem
        self.note.cut(self._room)
        self.start_button.tooltip = problem
        self.start_button.enable(not problem or self._start is None)

    # --- actions of the buttons -----------------------------------------------------------------------------------

    def start(self) -> None:
        """Start the match, and show errors in a dialog; a page without the callback `start` only closes."""
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
        """Return whether the file of the chosen course is gone; if so, show a message and select another course."""
        text = self.lobby.replace_missing()
        self.changed(anew=True)  # it may be broken now
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
        """Open the page with the list of saved games, if games can be loaded."""
        if self._load_game is not None:
            self.app.push(saves.load_page(self.app, self._load_game, self.lobby.may_load))

    def open_match_files(self) -> None:
        """Open the page with the list of match files."""
        self.app.push(load_match_page(self.app, self.lobby.catalogue, self.load_match))

    def load_match(self, config: MatchConfig) -> None:
        """Replace the choices by those of a match file; raise `GameError` if it is unusable."""
        self.lobby.take(config)
        self.changed(anew=True)

    def save_match_file(self) -> None:
        """Open the page that saves the choices as a match file."""
        course = self.lobby.chosen_course
        name = course.title if course else self.lobby.mode
        self.app.push(save_match_page(self.app, self.lobby.catalogue, self.lobby.config(), name))

    # --- screen ---------------------------------------------------------------------------------------------------

    def motion(self, x: float, y: float) -> None:
        """Handle mouse motion, also in the shown step."""
        super().motion(x, y)
        self.sections[self.step].motion(x, y)

    def key(self, symbol: int, modifiers: int) -> None:
        """Handle a key; pass the centre of the focused control to the shown step as if the mouse were there."""
        super().key(symbol, modifiers)
        if (focus := self.controls.focus) is not None:
            self.sections[self.step].motion(*focus.rect.centre)

    def act(self) -> None:
        """Start the match, as the main action of the page."""
        self.start()

    def shortcuts(self) -> list[Shortcut]:
        """Return the keys of this page; Enter starts the match unless a control has the focus."""
        anywhere = tuple(f"{CTRL}{key}" for key in ENTER)
        return [
            Shortcut(ENTER, _("Start the match"), self._enter),
            Shortcut(anywhere, _("Start the match, whatever has the focus"), self.start),
            Shortcut((f"{CTRL}PAGEUP",), _("To the step before"), partial(self._go, -1)),
            Shortcut((f"{CTRL}PAGEDOWN",), _("To the next step"), partial(self._go, 1)),
            *super().shortcuts(),
        ]

    def pad_keys(self) -> dict[str, str]:
        """Return the keys for gamepad buttons: `start` starts the match, `y` shows the next step."""
        return {"start": f"{CTRL}ENTER", "y": f"{CTRL}PAGEDOWN"}

    def _enter(self) -> bool:
        free = self.controls.focus is None
        if free:
            self.start()
        return free
