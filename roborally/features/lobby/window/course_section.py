"""The left part of the lobby: rules, course and checkpoints (CLI-501, CLI-502)."""

from collections.abc import Callable
from pathlib import Path

from roborally.base import paths
from roborally.base.errors import GameError, Message
from roborally.base.translation import _, plugin_text
from roborally.features.lobby import presets as lobby_presets
from roborally.features.lobby.model import LobbyModel
from roborally.features.lobby.rules import CHECKPOINTS
from roborally.features.lobby.window.lobby_places import course_places
from roborally.features.lobby.window.section import Changed, LobbySection
from roborally.game.course.courses import Course
from roborally.narration.rulebook.editions import differences
from roborally.plugin import text
from roborally.profile.board_figures import board_text
from roborally.ui.board.course_preview import CoursePreview
from roborally.ui.course_codes import open_codes
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.dialogs import message
from roborally.ui.toolkit.fields import NumberField
from roborally.ui.toolkit.lists import ListBox
from roborally.ui.toolkit.space import Space
from roborally.ui.toolkit.theme import Rect
from roborally.ui.toolkit.widgets import Button, Choice

MAKING, CODE = 166.0, 84.0
"""The widths of the buttons beside the heading of the list."""
HEADING = 80.0
"""The smallest width of the heading: the buttons are narrower if necessary."""
UNUSABLE = text("Cannot be used")


def course_line(course: Course) -> str:
    """Return a text with size and players of a course."""
    low, high = course.players
    size = f"{course.board.width} × {course.board.height}"
    players = str(high) if max(2, low) == high else f"{max(2, low)}–{high}"
    return _("{size}, {players} players").format(size=size, players=players)


def _figures_of_own(course: Course) -> str:
    """Return how a course of the player's own plays, an empty text if unknown."""
    own = (paths.user_board_folder() / f"{course.id}.toml").is_file()
    return board_text(course.board) if own else ""


class CourseSection(LobbySection):
    """Rules with their differences, the list of courses, the selected one with its picture."""

    def __init__(self, app: App, space: Space, place: Rect, lobby: LobbyModel, changed: Changed) -> None:
        """Start without a picture."""
        super().__init__(app, space, place, lobby, changed)
        self._places = course_places(place)
        self.preview = CoursePreview(app, space, lobby.catalogue, self._places.preview.inset(8))
        self.parts.append(self.preview)
        self.open_builder: Callable[..., None] | None = None
        """Opens the course builder."""
        self.show_building: Callable[[Callable[[], str]], None] | None = None
        """Shows members of a lobby on the network the course that is being built; a function returns its code."""
        self.opener: Callable[[Path], Callable[[], None] | None] | None = None
        """Returns a function that opens an unusable file elsewhere, or `None`; missing if the page must not be left."""
        self._edit: Callable[[], None] | None = None
        self._owner = ""
        self._absent: list[str] = []
        self._field: NumberField | None = None
        self._list: ListBox | None = None

    def take_place(self, place: Rect) -> None:
        """Move to another part of the page."""
        super().take_place(place)
        self._places = course_places(place)
        self.preview.take_place(self._places.preview.inset(8))

    def build(self) -> None:
        """Lay the section out; the list keeps its scroll position."""
        layer, lobby, place = self.layer, self.lobby, self._places
        spot, text, preview = place.rules, place.text, place.preview
        first = self._list.first if self._list is not None else 0
        self._owner = lobby.checkpoints_owner()
        self._field = None
        dim = theme.colour("text-dim")
        layer.label(_("Rules"), spot.x + 4, spot.top + 12, size=13, tint=dim)
        modes = [(mode.id, plugin_text(mode.folder, mode.manifest.title)) for mode in lobby.modes()]
        self.add("mode", Choice(layer, spot, modes, lobby.mode, self.choose_mode, _("The edition of the rules")))
        mode = lobby.catalogue.get(lobby.mode)
        lines = [f"• {line}" for line in differences(mode)]
        description = "\n".join(lines) or plugin_text(mode.folder, mode.manifest.description)
        layer.label(description, spot.x + 4, spot.y - 6, size=12, width=spot.width - 8, wrap=True, anchor_y="top")
        self._lay_out_making(place.courses)
        self._courses, self._absent = lobby.courses(), self._absent_variants()
        self._unusable = lobby.unusable_courses()
        entries = [(course.title, course_line(course)) for course in self._courses]
        entries += [(name, _(UNUSABLE)) for name, _reason in self._unusable]
        courses = self._list = self.add("courses", ListBox(layer, place.courses, entries, self._choose_course))
        courses.describe = self._describe
        courses.enabled = bool(entries)
        courses.scroll(-first)
        layer.frame("panel-inset", preview)
        x, width = text.x, text.width
        self._title = layer.heading("", x, text.top - 12, 17, width=width)
        self._line = layer.label("", x, text.top - 34, size=12, width=width, tint=dim)
        self._text = layer.label("", x, text.top - 46, size=12, width=width, wrap=True, anchor_y="top")
        if entries:
            names = [*(course.id for course in self._courses), *(name for name, _reason in self._unusable)]
            courses.choose(names.index(lobby.course) if lobby.course in names else 0)
        self._offered = lobby.missing_titles()
        unusable = lobby.unusable_file()
        self._edit = self.opener(unusable) if self.opener is not None and unusable is not None else None
        if self._offered:
            self._lay_out_offer()
        elif self._edit is not None:
            self._lay_out_editing(self._edit)
        else:
            self._lay_out_checkpoints()

    def _lay_out_making(self, area: Rect) -> None:
        """Lay out the line above the list, with the buttons for making further courses."""
        layer, y = self.layer, area.top + 4
        part = min(1.0, (area.width - HEADING) / (MAKING + CODE + 6))
        making, code = part * MAKING, part * CODE
        width = area.width - making - code - 16
        layer.label(_("Course"), area.x + 4, y + 12, size=13, width=width, tint=theme.colour("text-dim"))
        text = _("Lay a course out of boards, and set its checkpoints")
        spot = Rect(area.right - making - code - 6, y, making, 28)
        self.add(
            "build", Button(layer, spot, _("Build a course"), self.build_course, icon="plus", size=13, tooltip=text)
        )
        text = _("Send courses to friends as a line of text, and open theirs")
        spot = Rect(area.right - code, y, code, 28)
        self.add("code", Button(layer, spot, _("Codes"), self.open_codes, size=13, tooltip=text))

    def build_course(self) -> None:
        """Open the course builder."""
        lobby = self.lobby
        if self.open_builder is not None:
            rules = {"mode": lobby.mode, "extras": lobby.extras, "course": lobby.chosen_course}
            self.open_builder(**rules, done=self.take_file, show=self.show_building)

    def open_codes(self) -> None:
        """Offer to take a course from a code, or to make a code of the chosen course."""
        open_codes(self.app, self.lobby.catalogue, self.lobby.chosen_course, self.take_file)

    def take_file(self, path: Path) -> None:
        """Choose the course of a file just written among the player's boards."""
        self.lobby.look_again()
        if path.stem in [course.id for course in self.lobby.courses()]:
            self.lobby.course = path.stem
        else:
            text = _("“{name}” is among your boards now. It does not fit the rules that are chosen here.")
            message(self.app, _("The course does not fit"), text.format(name=self.lobby.name_of(path.stem)))
        self.changed("course", "seats", "settings")

    def _lay_out_offer(self) -> None:
        """Say which plugins the course lacks, with a button that enables them."""
        last = self._places.last
        text = _("This course needs: {plugins}").format(plugins=self._offered)
        spot = Rect(last.right - 148, last.y, 148, 36)
        width = spot.x - last.x - 16
        tint = theme.colour("warning")
        self.layer.label(text, last.x + 4, last.y + 36, size=12, width=width, wrap=True, anchor_y="top", tint=tint)
        hint = _("Enable these plugins for the match")
        button = Button(self.layer, spot, _("Enable"), self.enable_plugins, icon="plus", size=14, tooltip=hint)
        self.add("enable", button)

    def _lay_out_editing(self, edit: Callable[[], None]) -> None:
        """Offer to open an unusable board in the editor."""
        last = self._places.last
        text = _("It can be drawn on all the same; elements that are not known here are kept.")
        spot = Rect(last.right - 180, last.y, 180, 36)
        width = spot.x - last.x - 16
        dim = theme.colour("text-dim")
        self.layer.label(text, last.x + 4, last.y + 36, size=12, width=width, wrap=True, anchor_y="top", tint=dim)
        hint = _("Open this board in the board editor; unknown elements are grey tiles")
        self.add("edit", Button(self.layer, spot, _("Open in the editor"), edit, size=14, tooltip=hint))

    def enable_plugins(self) -> None:
        """Enable the plugins that the selected course lacks."""
        try:
            self.lobby.enable_missing()
        except GameError as error:
            message(self.app, _("This cannot be changed"), error.message)
        self.changed("course", "seats", "settings")

    def _lay_out_checkpoints(self) -> None:
        """Lay out the control for the number of checkpoints, if the rules have such a setting and the course any."""
        if not self._owner or not self._all_checkpoints():
            return
        last, dim = self._places.last, theme.colour("text-dim")
        field = min(164.0, last.width - 160)
        text = _("Checkpoints to win")
        self.layer.label(text, last.x + 4, last.y + 19, size=13, width=last.width - field - 12, tint=dim)
        self._field = NumberField(
            self.layer,
            Rect(last.right - field, last.y, field, 36),
            self._checkpoints(),
            self._choose_checkpoints,
            minimum=1,
            maximum=self._all_checkpoints(),
            spell=self._spell_checkpoints,
            tooltip=_("Checkpoints needed to win"),
        )
        self.add("checkpoints", self._field)

    def _all_checkpoints(self) -> int:
        course = self.lobby.chosen_course
        return course.checkpoints if course else 0

    def _spell_checkpoints(self, count: int) -> str:
        return _("all ({count})").format(count=count) if count == self._all_checkpoints() else str(count)

    def _checkpoints(self) -> int:
        """Return the number of checkpoints in use; the setting uses 0 for all."""
        return min(self.lobby.value(self._owner, CHECKPOINTS) or self._all_checkpoints(), self._all_checkpoints())

    def _choose_checkpoints(self, count: int) -> None:
        self.lobby.set_value(self._owner, CHECKPOINTS, 0 if count == self._all_checkpoints() else count)
        self.changed()

    def choose_mode(self, mode: str) -> None:
        """Switch to other rules."""
        lobby_presets.choose_mode(self.lobby, mode)
        self.changed("course", "seats", "settings")

    def _choose_course(self, index: int) -> None:
        if index >= len(self._courses):
            self._choose_unusable(*self._unusable[index - len(self._courses)])
            return
        course = self._courses[index]
        another = course.id != self.lobby.course
        self.lobby.course = course.id
        self._title.text, self._text.text = course.title, _figures_of_own(course) or course.about
        self._line.text = course_line(course)
        if another and self._field is not None:
            if self.lobby.value(self._owner, CHECKPOINTS) >= self._all_checkpoints():
                self.lobby.set_value(self._owner, CHECKPOINTS, 0)
            self._field.limit(self._all_checkpoints(), self._checkpoints())
        self._changed_course(another)

    def _describe(self, index: int) -> str:
        """Return how a course of the list plays, empty if unknown."""
        return board_text(self._courses[index].board) if index < len(self._courses) else ""

    def _choose_unusable(self, name: str, reason: Message) -> None:
        """Say why a file cannot be used."""
        another = name != self.lobby.course
        self.lobby.course = name
        self._title.text, self._line.text, self._text.text = name, _(UNUSABLE), reason.at("").as_sentence()
        self._changed_course(another)

    def _changed_course(self, another: bool) -> None:
        """Update the page; another course may need other plugins, and allow other variants."""
        absent = self._absent_variants() if another else self._absent
        if absent != self._absent:
            self._absent = absent
            self.changed("course", "settings")
        elif another and (self._offered or self._edit or self.lobby.missing_plugins() or self._is_unusable()):
            self.changed("course")
        else:
            self.changed()

    def _absent_variants(self) -> list[str]:
        """Return the variants whose elements are missing on the chosen course."""
        return [variant.plugin.id for variant in self.lobby.variants() if variant.absent]

    def _is_unusable(self) -> bool:
        return self.lobby.course in dict(self._unusable)

    def update(self, seconds: float) -> None:
        """Update the picture after a selection."""
        self.preview.choose(self.lobby.chosen_course)
        super().update(seconds)
