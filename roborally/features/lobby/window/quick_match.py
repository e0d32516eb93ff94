"""The page that sets up a quick match."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import arcade
from arcade.types import Color

from roborally.base.errors import GameError
from roborally.base.translation import _
from roborally.bots.registry import bot_description
from roborally.features.lobby.quick_choices import MAX_BOTS, QuickMatchChoices
from roborally.features.lobby.quick_options import Option, chosen, quick_options
from roborally.features.lobby.window.quick_places import (
    BETWEEN,
    BUTTONS,
    CAPTION,
    LITTLE_EDGE,
    LITTLE_MARGIN,
    MARGIN,
    OPTION,
    STYLE,
    is_stack,
    places,
    stack_of,
)
from roborally.features.lobby.window.seat_chips import SeatChip
from roborally.game.compatibility import fitting_seats, preferred
from roborally.game.course.courses import Course
from roborally.game.course_shelf import GONE, open_shelf, playable_courses
from roborally.game.factory import robot_models, room_for
from roborally.game.match_file import MatchConfig
from roborally.game.presets import with_preset
from roborally.game.session.readiness import count_problem
from roborally.narration.rulebook.editions import differences
from roborally.narration.words import Words
from roborally.plugin_system.art import CHASSIS
from roborally.plugin_system.loader import Catalogue
from roborally.plugin_system.manifest import MAX_DIFFERENCES
from roborally.ui.board.course_preview import CoursePreview
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.app import App, Screen
from roborally.ui.toolkit.dialogs import message
from roborally.ui.toolkit.label import Label
from roborally.ui.toolkit.lists import ListBox
from roborally.ui.toolkit.shortcuts import ENTER, Shortcut
from roborally.ui.toolkit.theme import Rect
from roborally.ui.toolkit.widgets import Button, Choice


class QuickMatchPage(Screen):
    """Course, robot, bots and clock; `start(wishes, config)` starts the game or raises `GameError`."""

    def __init__(
        self,
        app: App,
        catalogue: Catalogue,
        bots: Sequence[str],
        wishes: QuickMatchChoices,
        start: Callable[[QuickMatchChoices, MatchConfig], None],
        learn: Callable[[QuickMatchChoices], None] | None = None,
    ) -> None:
        """Show the previous choices; `learn(wishes)` opens the lessons of the edition."""
        super().__init__(app)
        self._catalogue = catalogue
        self._words = Words(catalogue.plugins.values())
        self._bots = list(bots)
        self.wishes = wishes
        self._chosen = [wishes.course]
        """The chosen courses, latest first; they are selected again in a suitable mode."""
        self._start = start
        self._learn = learn
        self._share()
        self.preview = CoursePreview(app, self.space, catalogue, self._places.preview.inset(10))
        self.parts.append(self.preview)
        self._build()

    # --- layout ---------------------------------------------------------------------------------------------------

    def _share(self) -> None:
        """Divide the sheet among the parts of the page."""
        seated, options = bool(self._setting), len(self._options())
        self._places = places(self.sheet, tall=self.is_tall, seated=seated, options=options)

    @property
    def sheet(self) -> Rect:
        """The area of the page: no wider than the window, if that is narrower than a tall page."""
        sheet = self.space.narrowed(super().sheet)
        if self.is_tall and is_stack(sheet):
            return stack_of(sheet, seated=bool(self._setting), options=len(self._options()))
        return super().sheet

    def _build(self) -> None:
        """Lay the page out for the selected mode."""
        self.clear()
        self._share()
        self.preview.take_place(self._places.preview.inset(10))
        self.wishes = self.wishes.with_known_rules(self._catalogue)
        layer, wishes = self.layer, self.wishes
        self.courses = playable_courses(self._catalogue, wishes.mode)
        self._models = robot_models(self._catalogue.resolve([wishes.mode]))
        sheet, place = self.sheet, self._places
        text, courses, preview = place.text, place.courses, place.preview
        layer.backdrop()
        edge, margin = (LITTLE_EDGE, LITTLE_MARGIN) if place.stacked else (16.0, MARGIN)
        layer.frame("panel", sheet.inset(edge))
        layer.heading(_("Quick match"), sheet.x + margin + 4, sheet.top - 54, 28, tint=theme.colour("accent"))
        layer.label(_("Course"), courses.x + 4, courses.top + CAPTION, size=13, tint=theme.colour("text-dim"))
        entries = [(course.title, self._course_line(course)) for course in self.courses]
        size = 12 if self.is_tall else 13
        self.list = self.controls.add(ListBox(layer, courses, entries, self._choose_course, size=size))
        layer.frame("panel-inset", preview)
        self._course_title = layer.heading("", preview.x + 4, preview.top + 18, 20, width=preview.width - 8)
        self._lay_out_differences(place.rules)
        self._course_text = layer.label("", text.x, text.top, size=13, width=text.width, wrap=True, anchor_y="top")
        self._lay_out_robot()
        self._lay_out_options()
        add = self.controls.add
        left, low = sheet.x + margin, sheet.y + edge + (LITTLE_MARGIN if place.stacked else 20)
        add(Button(layer, Rect(left, low, 150, BUTTONS), _("Back"), self.app.pop, icon="arrow-left"))
        if self._learn is not None:
            hint = _("Short lessons for this edition")
            spot = Rect(left + 160, low, 170, BUTTONS)
            if place.stacked:
                spot = Rect(left, low + BUTTONS + 8, sheet.width - 2 * margin, BUTTONS)
            add(Button(layer, spot, _("Lessons"), self._open_lessons, icon="question", tooltip=hint))
        spot = Rect(sheet.right - margin - 210, low, 210, BUTTONS)
        add(Button(layer, spot, _("Start"), self.start, icon="play", accent=True, size=20))
        names = [course.id for course in self.courses]
        self.list.enabled = bool(self.courses)
        if self.courses:
            if wishes.course not in names:
                self._preselect()
            self.list.choose(names.index(self.wishes.course))

    def _open_lessons(self) -> None:
        if self._learn is not None:
            self._learn(self.wishes)

    def rebuild(self) -> None:
        """Lay the page out for another sheet."""
        first = self.list.first
        self._build()
        self.list.scroll(self.list.first - first)

    def _lay_out_differences(self, area: Rect) -> None:
        """Write up to three lines about the differences of the rules."""
        lines = differences(self._catalogue.get(self.wishes.mode))
        for number, line in enumerate(lines):
            y = area.top - (number + 0.5) * area.height / MAX_DIFFERENCES
            self.layer.label(f"• {line}", area.x, y, size=12, width=area.width, wrap=self._places.stacked)

    @property
    def edition(self) -> str:
        """The chosen mode."""
        return self.wishes.mode

    @staticmethod
    def _course_line(course: Course) -> str:
        low, high = course.players
        size = f"{course.board.width} × {course.board.height}"
        flags = course.checkpoints
        several = _("{size}, {flags} checkpoints, {players} players") if flags else _("{size}, {players} players")
        text = _("{size}, 1 checkpoint, {players} players") if flags == 1 else several
        players = str(high) if max(2, low) == high else f"{max(2, low)}–{high}"
        return text.format(size=size, flags=flags, players=players)

    def _lay_out_robot(self) -> None:
        layer, place, accent = self.layer, self._places.robot, theme.colour("accent")
        layer.label(_("Your robot"), place.x + 4, place.top + CAPTION - 2, size=13, tint=theme.colour("text-dim"))
        layer.frame("panel-inset", place)
        tint = theme.seat_colours(0)
        x, y, side = place.x + 74, place.top - 72, 104.0
        at, top, width = place.x + 142, place.top - 12, place.width - 156
        if self._places.standing:
            x, y, side = place.centre[0], place.top - 82, 124.0
            at, top, width = place.x + 14, place.top - 164, place.width - 28
        layer.sprite(pictures.effect("glow", 128), x, y, 1.44 * side, tint=Color(*tint.body[:3], 90))
        self._robot = layer.sprite(pictures.robot(CHASSIS[0], tint.name, 128), x, y, side)
        self._motto = layer.label("", at, top, size=14, width=width, wrap=True, anchor_y="top", tint=accent)
        self._ability = layer.label("", at, top - 38, size=13, width=width, wrap=True, anchor_y="top")
        options = [(model, self._words.translated(manifest.title)) for model, manifest in self._models.items()]
        choice = Rect(place.x + 8, place.y + 6, place.width - 16, 34)
        self.robot_choice: Choice | None = None
        if options:
            chosen = self.wishes.robot
            self.robot_choice = self.controls.add(Choice(layer, choice, options, chosen, self._choose_robot))
            self._choose_robot(self.robot_choice.value)
        else:
            self._motto.text = _("Robots without special abilities")

    def _options(self) -> list[Option]:
        """Return the choices besides course and robot."""
        return quick_options(self._catalogue, self.wishes.mode, self._bots)

    def _lay_out_options(self) -> None:
        place, dim = self._places.options, theme.colour("text-dim")
        x, width, y = place.x, place.width, place.top
        self.choices: dict[str, Choice] = {}
        options = self._options()
        height = min(OPTION, (place.height - STYLE) / len(options) - BETWEEN)
        for field, title, values, tooltip in options:
            y -= height
            self.layer.label(title, x + 4, y + height / 2, size=14, tint=dim)
            spot = Rect(x + 110, y, width - 110, height)
            choice = Choice(
                self.layer, spot, values, chosen(self._catalogue, self.wishes, field), self._setter(field), tooltip
            )
            self.choices[field] = self.controls.add(choice)
            y -= BETWEEN
            if field == "bot":
                self.style = self._paragraph(y + 2, 12, dim)
                y -= STYLE
        self._describe_style()
        self._lay_out_seats(self._places.seats)
        top = self._places.seats.y - 8 if self.chips and not self.is_tall else y - 10
        self.note = self._paragraph(top, 13, theme.colour("warning"))

    def _paragraph(self, top: float, size: float, tint: Color) -> Label:
        """Return a text in the right column that starts at a height and extends down."""
        x, width = self._places.options.x + 4, self._places.options.width - 8
        return self.layer.label("", x, top, size=size, width=width, wrap=True, anchor_y="top", tint=tint)

    def _setter(self, field: str) -> Callable[[object], None]:
        """Return the action of a choice."""
        return lambda value: self._set(field, value)

    def _describe_style(self) -> None:
        """Describe the bots' style in at most two lines; the tooltip has the whole text."""
        text = bot_description(self.wishes.bot, self._catalogue)
        self.choices["bot"].tooltip = text or _("How well the bots play")
        self.style.text = text
        self.style.cut(STYLE)

    def _lay_out_seats(self, area: Rect) -> None:
        """Lay out the seats' choices, if the mode has a seat setting."""
        names = self.wishes.players if self._setting else []
        width, height = (area.width - 6) / 2, 28.0
        self.chips: list[SeatChip] = []
        for seat, name in enumerate(names):
            x, y = area.x + seat % 2 * (width + 6), area.top - (seat // 2 + 1) * (height + 3)
            chip = SeatChip(self.layer, Rect(x, y, width, height), seat, name, self._setting, self._set_seat)
            self.chips.append(self.controls.add(chip))

    # --- choices --------------------------------------------------------------------------------------------------

    @property
    def _setting(self) -> str:
        """The seat setting of the mode, or an empty text."""
        return next(iter(self._catalogue.get(self.wishes.mode).manifest.seat_settings), "")

    def _set_seat(self, seat: int, value: object) -> None:
        seats = list(self.wishes.seats)
        seats[seat] = value
        self.wishes = replace(self.wishes, seats=tuple(seats))
        self._show_seats()

    def _fit_seats(self) -> None:
        """Offer the numbers of bots allowed on the course, and fill the seats by default."""
        course = self.course
        if not self._setting or course is None:
            return
        fits = {}
        for bots in range(1, MAX_BOTS + 1):
            config = replace(self.wishes, bots=bots, seats=()).config(list(self._models))
            values = fitting_seats(config, self._setting, self._catalogue, course)
            if values is not None:
                fits[bots] = values
        if fits:
            bots = min(fits, key=lambda count: (abs(count - self.wishes.bots), count))
            self.choices["bots"].show([(count, str(count)) for count in fits], bots)
            kept = len(self.wishes.seats) == bots + 1
            self.wishes = replace(self.wishes, bots=bots, seats=self.wishes.seats if kept else fits[bots])
        self._fits = fits
        self._show_seats()

    def _show_seats(self) -> None:
        for chip in self.chips:
            there = chip.seat < len(self.wishes.seats)
            chip.appear(there)
            if there:
                chip.show(self.wishes.seats[chip.seat])

    @property
    def course(self) -> Course | None:
        """The selected course."""
        return self.courses[self.list.at] if self.courses else None

    def _set(self, field: str, value: object) -> None:
        if not hasattr(self.wishes, field):
            others = tuple((name, chosen) for name, chosen in self.wishes.rules if name != field)
            self.wishes = replace(self.wishes, rules=(*others, (field, str(value))))
            return
        if field == "mode":
            # A substitute for an unsuitable course is not a choice for another mode.
            self.wishes = replace(self.wishes, course=self._chosen[0]).in_mode(str(value))
            self._preselect()
            focused = self.controls.focus is self.choices["mode"]
            self._build()
            if focused:
                self.controls.set_focus(self.choices["mode"])
            self._show_note()
            return
        self.wishes = replace(self.wishes, **{field: value})  # type: ignore[arg-type]
        if field == "bots" and self._setting:
            self.wishes = replace(self.wishes, seats=self._fits[self.wishes.bots])
            self._show_seats()
        elif field == "bot":
            self._describe_style()
        self._show_note()

    def _preselect(self) -> None:
        """Choose a course of the mode that has docks for all."""
        courses = playable_courses(self._catalogue, self.wishes.mode)
        if courses:
            wishes, players = [self.wishes.course, *self._chosen], self.wishes.bots + 1
            course = preferred(courses, wishes, lambda course: course.players[1] >= players)
            self.wishes = replace(self.wishes, course=course)

    def _choose_course(self, index: int) -> None:
        course = self.courses[index]
        if course.id != self.wishes.course:
            self._chosen = [course.id, *(known for known in self._chosen if known != course.id)]
        self.wishes = replace(self.wishes, course=course.id)
        self._course_title.text = course.title
        self._course_text.text = course.about
        self.preview.choose(course)
        self._fit_seats()
        self._show_note()

    def _choose_robot(self, model: str) -> None:
        manifest = self._models[model]
        self.wishes = replace(self.wishes, robot=model)
        said = self._words.translated
        self._motto.text = _("“{motto}”").format(motto=said(manifest.motto)) if manifest.motto else said(manifest.title)
        self._ability.text = said(manifest.ability)
        path = theme.asset("robots", f"{manifest.sprite}-red.png")
        if path.is_file():
            self._robot.texture = pictures.picture(path, 128)

    def _show_note(self) -> None:
        """Show a note if there are more players than the course allows."""
        _least, most = room_for(self._catalogue.get(self.wishes.mode), self.course)
        problem = count_problem(self.wishes.bots + 1, most=most)
        self.note.text = problem.as_sentence() if problem is not None else ""

    def start(self) -> None:
        """Start the match; errors are shown in a dialog."""
        course = self.course
        if course is not None and open_shelf(self._catalogue).lacks(course.id):
            self._build()
            message(self.app, _("This match cannot start"), _(GONE).format(name=course.title))
            return
        if self.note.text:
            message(self.app, _("This match cannot start"), self.note.text)
            return
        try:
            config = self.wishes.config(list(self._models))
            if self.wishes.preset:
                config = with_preset(config, self.wishes.preset, self._catalogue)
            self._start(self.wishes, self.wishes.seated(config, self._setting))
        except GameError as error:
            message(self.app, _("This match cannot start"), error.message)

    # --- screen ---------------------------------------------------------------------------------------------------

    def key(self, symbol: int, modifiers: int) -> None:
        """Handle a key: Enter starts, the up and down arrows select a course."""
        keys = arcade.key
        if self.controls.focus is None and symbol in (keys.UP, keys.DOWN) and self.courses:
            self.list.step(1 if symbol == keys.DOWN else -1)
        else:
            super().key(symbol, modifiers)

    def shortcuts(self) -> list[Shortcut]:
        """Return the keys of this page; Enter starts unless a button has the focus."""
        return [Shortcut(ENTER, _("Start the match"), self._enter), *super().shortcuts()]

    def _enter(self) -> bool:
        free = self.controls.focus in (None, self.list)
        if free:
            self.start()
        return free
