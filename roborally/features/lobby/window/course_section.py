"""The first step of the lobby page: mode, course and number of checkpoints (CLI-501, CLI-502)."""

from collections.abc import Callable
from pathlib import Path

from roborally.base import paths
from roborally.base.errors import GameError, Message
from roborally.base.translation import _, plugin_text
from roborally.features.lobby import presets as lobby_presets
from roborally.features.lobby.model import LobbyModel
from roborally.features.lobby.rules import CHECKPOINTS
from roborally.features.lobby.window.course_codes import open_codes
from roborally.features.lobby.window.section import Changed, LobbySection
from roborally.game.course.courses import Course
from roborally.narration.rulebook.editions import differences
from roborally.plugin import text
from roborally.profile.board_figures import board_text
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.controls.fields import NumberField
from roborally.ui.toolkit.controls.lists import ListBox
from roborally.ui.toolkit.dialogs import message
from roborally.ui.toolkit.layout.branches import column, fitting, flow, row
from roborally.ui.toolkit.layout.leaves import button, choice, label, list_box, number_field
from roborally.ui.toolkit.layout.nodes import Node

UNUSABLE = text("Cannot be used")


def course_line(course: Course) -> str:
    """Return a text with the size of a course and its numbers of checkpoints and players."""
    low, high = course.players
    size, flags = f"{course.board.width} × {course.board.height}", course.checkpoints
    several = _("{size}, {flags} checkpoints, {players} players") if flags else _("{size}, {players} players")
    text = _("{size}, 1 checkpoint, {players} players") if flags == 1 else several
    players = str(high) if max(2, low) == high else f"{max(2, low)}–{high}"
    return text.format(size=size, flags=flags, players=players)


def _figures_of_own(course: Course) -> str:
    """Return how a course plays as measured with bots; empty if unknown, or if it is not the player's own."""
    own = (paths.user_board_folder() / f"{course.id}.toml").is_file()
    return board_text(course.board) if own else ""


class CourseSection(LobbySection):
    """The step of the lobby page that chooses mode, course and number of checkpoints."""

    list: ListBox
    """The list box with the courses."""

    def __init__(self, app: App, lobby: LobbyModel, changed: Changed) -> None:
        super().__init__(app, lobby, changed)
        self.open_builder: Callable[..., None] | None = None
        """Opens the course builder; `None` if there is none."""
        self.show_building: Callable[[Callable[[], str]], None] | None = None
        """Shows members of a network lobby the course being built; called with a function that returns its code."""
        self.opener: Callable[[Path], Callable[[], None] | None] | None = None
        """Returns a function that opens a course file, or `None`; the attribute is `None` if no page opens files."""
        self._edit: Callable[[], None] | None = None
        self._owner = ""
        self._field: NumberField | None = None

    def tree(self) -> Node:
        """Return the layout: the mode, the list of courses, and the text about the selected one."""
        lobby, dim = self.lobby, theme.colour("text-dim")
        self._owner, self._field = lobby.checkpoints_owner(), None
        self._courses, self._unusable = lobby.courses(), lobby.unusable_courses()
        self._offered, self._replaced = lobby.missing_titles(), lobby.replaced()
        unusable = lobby.unusable_file()
        self._edit = self.opener(unusable) if self.opener is not None and unusable is not None else None
        modes = [(mode.id, plugin_text(mode.folder, mode.manifest.title)) for mode in lobby.modes()]
        mode = lobby.catalogue.get(lobby.mode)
        lines = [f"• {line}" for line in differences(mode)]
        description = "\n".join(lines) or plugin_text(mode.folder, mode.manifest.description)
        editions = choice(modes, lobby.mode, self.choose_mode, _("The edition of the rules"), height=36)
        entries = [(course.title, course_line(course)) for course in self._courses]
        entries += [(name, _(UNUSABLE)) for name, _reason in self._unusable]
        self._entries = list_box(entries, self._choose_course, rows=3, least=2).named("courses")
        self._text = label("", 12, wrap=True, lines=4, room=120)
        text = _("“{name}” does not fit these rules, so another course is chosen.").format(name=self._replaced)
        return column(
            row(label(_("Rules"), 13, tint=dim), editions.named("mode").grow()),
            label(description, 12, wrap=True),
            label(text, 12, wrap=True, tint=theme.colour("warning")) if self._replaced else None,
            self._list_heading(),
            column(self._entries.grow()).grow(),
            self._text,
            self._last(),
            gap=6,
        )

    def _list_heading(self) -> Node:
        """Return the line above the list: its title, and the buttons for building a course and for course codes."""
        hint = _("Lay a course out of boards, and set its checkpoints")
        build = button(_("Build a course"), self.build_course, icon="plus", size=13, tooltip=hint, height=28)
        hint = _("Send courses to friends as a line of text, and open theirs")
        code = button(_("Codes"), self.open_codes, size=13, tooltip=hint, height=28)
        title = label(_("Course"), 13, tint=theme.colour("text-dim"))
        buttons = build.named("build"), code.named("code")
        return fitting(lambda: row(title.grow(), *buttons, gap=6), lambda: flow(*buttons, gap=6))

    def _last(self) -> Node | None:
        """Return the line that enables plugins, opens the editor or sets checkpoints, `None` if none is needed."""
        dim = theme.colour("text-dim")
        if self._offered:
            text = _("This course needs: {plugins}").format(plugins=self._offered)
            hint = _("Enable these plugins for the match")
            enable = button(_("Enable"), self.enable_plugins, icon="plus", size=14, tooltip=hint, height=36)
            return row(label(text, 12, wrap=True, tint=theme.colour("warning")).grow(), enable.named("enable"), gap=12)
        if self._edit is not None:
            text = _("It can be drawn on all the same; elements that are not known here are kept.")
            hint = _("Open this board in the board editor; unknown elements are grey tiles")
            edit = button(_("Open in the editor"), self._edit, size=14, tooltip=hint, height=36)
            return row(label(text, 12, wrap=True, tint=dim).grow(), edit.named("edit"), gap=12)
        if not self._owner or not self._all_checkpoints():
            return None
        number = number_field(
            self._checkpoints(),
            self._choose_checkpoints,
            height=36,
            minimum=1,
            maximum=self._all_checkpoints(),
            spell=self._spell_checkpoints,
            tooltip=_("Checkpoints needed to win"),
        ).then(self._keep_field)
        return row(label(_("Checkpoints to win"), 13, tint=dim, wrap=True).grow(), number.named("checkpoints"), gap=12)

    def _keep_field(self, field: NumberField) -> None:
        self._field = field

    def built(self) -> None:
        """Fill in the list of courses, and select the chosen one."""
        self.list = self._entries.made
        self.list.describe = self._describe
        self.list.enabled = bool(self.list.entries)
        if self.list.enabled:
            names = [*(course.id for course in self._courses), *(name for name, _reason in self._unusable)]
            self.list.choose(names.index(self.lobby.course) if self.lobby.course in names else 0)

    def build_course(self) -> None:
        """Open the course builder if there is one."""
        lobby = self.lobby
        if self.open_builder is not None:
            rules = {"mode": lobby.mode, "extras": lobby.extras, "course": lobby.chosen_course}
            self.open_builder(**rules, done=self.take_file, show=self.show_building)

    def open_codes(self) -> None:
        """Open the dialog that takes a course from a code, or copies the code of the chosen course."""
        open_codes(self.app, self.lobby.catalogue, self.lobby.chosen_course, self.take_file)

    def take_file(self, path: Path) -> None:
        """Select the course of a file just written to the player's boards; if it does not fit, say so in a dialog."""
        self.lobby.look_again()
        if path.stem in [course.id for course in self.lobby.courses()]:
            self.lobby.choose_course(path.stem)
        else:
            text = _("“{name}” is among your boards now. It does not fit the rules that are chosen here.")
            message(self.app, _("The course does not fit"), text.format(name=self.lobby.name_of(path.stem)))
        self.changed(anew=True)

    def enable_plugins(self) -> None:
        """Enable the plugins that the selected course lacks; show an error in a dialog."""
        try:
            self.lobby.enable_missing()
        except GameError as error:
            message(self.app, _("This cannot be changed"), error.message)
        self.changed(anew=True)

    def _all_checkpoints(self) -> int:
        course = self.lobby.chosen_course
        return course.checkpoints if course else 0

    def _spell_checkpoints(self, count: int) -> str:
        return _("all ({count})").format(count=count) if count == self._all_checkpoints() else str(count)

    def _checkpoints(self) -> int:
        """Return the number of checkpoints needed to win; 0 in the setting means all of the course."""
        return min(self.lobby.value(self._owner, CHECKPOINTS) or self._all_checkpoints(), self._all_checkpoints())

    def _choose_checkpoints(self, count: int) -> None:
        self.lobby.set_value(self._owner, CHECKPOINTS, 0 if count == self._all_checkpoints() else count)
        self.changed()

    def choose_mode(self, mode: str) -> None:
        """Switch to another mode, and lay the page out again."""
        lobby_presets.choose_mode(self.lobby, mode)
        self.changed(anew=True)

    def _choose_course(self, index: int) -> None:
        if index >= len(self._courses):
            self._choose_unusable(*self._unusable[index - len(self._courses)])
            return
        course = self._courses[index]
        another = course.id != self.lobby.course
        if another:
            self.lobby.choose_course(course.id)
        self._text.made.text = _figures_of_own(course) or course.about
        if another and self._field is not None:
            if self.lobby.value(self._owner, CHECKPOINTS) >= self._all_checkpoints():
                self.lobby.set_value(self._owner, CHECKPOINTS, 0)
            self._field.limit(self._all_checkpoints(), self._checkpoints())
        self._changed_course(another)

    def _describe(self, index: int) -> str:
        """Return how a course of the list plays as measured with bots, empty if unknown."""
        return board_text(self._courses[index].board) if index < len(self._courses) else ""

    def _choose_unusable(self, name: str, reason: Message) -> None:
        """Select a course file that cannot be used, and show why."""
        another = name != self.lobby.course
        if another:
            self.lobby.choose_course(name)
        self._text.made.text = reason.at("").as_sentence()
        self._changed_course(another)

    def _changed_course(self, another: bool) -> None:
        """Update the page; if `another` course was selected and needs lines below the list, lay the page out again."""
        special = self._offered or self._edit or self._replaced or self.lobby.missing_plugins() or self._is_unusable()
        self.changed(anew=bool(another and special))

    def _is_unusable(self) -> bool:
        return self.lobby.course in dict(self._unusable)
