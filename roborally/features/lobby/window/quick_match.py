"""The page that sets up a quick match."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import arcade
from arcade.types import Color

from roborally.base.errors import GameError
from roborally.base.translation import _
from roborally.bots.registry import bot_description
from roborally.core.geometry import NAMES
from roborally.features.lobby.quick_choices import MAX_BOTS, QuickMatchChoices
from roborally.features.lobby.quick_options import chosen, quick_options
from roborally.features.lobby.window.course_section import course_line
from roborally.features.lobby.window.seat_chips import SeatChip
from roborally.game.compatibility import Values, all_fitting_seats, fitting_seats, preferred
from roborally.game.course.courses import Course
from roborally.game.course_shelf import GONE, open_shelf, playable_courses
from roborally.game.factory import make_game, robot_models, robot_titles, room_for
from roborally.game.match_file import MatchConfig
from roborally.game.presets import with_preset
from roborally.game.session.readiness import count_problem
from roborally.narration.rulebook.editions import differences
from roborally.narration.words import Words
from roborally.plugin_system.loader import Catalogue
from roborally.plugin_system.manifest import RobotManifest
from roborally.ui.board.actors import robot_picture
from roborally.ui.board.course_preview import ScenarioPreview
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.controls.widgets import Choice
from roborally.ui.toolkit.dialogs import message
from roborally.ui.toolkit.layout.branches import column, fitting, flow, form, row, space, stack
from roborally.ui.toolkit.layout.leaves import (
    button,
    choice,
    face,
    framed,
    heading,
    here,
    label,
    list_box,
    picture,
    widget,
)
from roborally.ui.toolkit.layout.nodes import Leaf, Node, Size
from roborally.ui.toolkit.layout.tree_page import TreePage
from roborally.ui.toolkit.shortcuts import ENTER, Shortcut

BUTTONS = 48.0
"""The height in units of the buttons at the lower edge."""
STYLE = 34.0
"""The height in units of two lines about the bots' style."""
HALF = 300.0
"""The largest width in units that a column asks for, so that two fit beside each other in a tall window."""


class QuickMatchPage(TreePage):
    """The page that sets up a quick match; `start(wishes, config)` starts it or raises `GameError`."""

    def __init__(
        self,
        app: App,
        catalogue: Catalogue,
        bots: Sequence[str],
        wishes: QuickMatchChoices,
        start: Callable[[QuickMatchChoices, MatchConfig], None],
        learn: Callable[[QuickMatchChoices], None] | None = None,
    ) -> None:
        """Show the choices `wishes`; `learn(wishes)` opens the lessons of the mode, `None` offers none."""
        super().__init__(app)
        self._catalogue = catalogue
        self._words = Words(catalogue.plugins.values())
        self._bots = list(bots)
        self.wishes = wishes
        self._chosen = [wishes.course]
        """The ids of the chosen courses, latest first; they are selected again in a mode that can be played on them."""
        self._start = start
        self._learn = learn
        self.preview = ScenarioPreview(app, self.space, catalogue)
        self.parts.append(self.preview)
        self.rebuild()

    # --- layout ---------------------------------------------------------------------------------------------------

    def tree(self) -> Node:
        """Return the layout: the courses, the selected one, and the other choices, in as many columns as fit."""
        self.wishes = self.wishes.with_known_rules(self._catalogue)
        self.courses = playable_courses(self._catalogue, self.wishes.mode)
        plugins = self._catalogue.resolve([self.wishes.mode])
        self._models, self._titles = robot_models(plugins), robot_titles(plugins)
        courses, picture, rules = self._course_list(), self._course_tree(), self._rules()
        robot, choices = self._robot_tree(), self._choices_tree()
        back = button(_("Back"), self.app.pop, icon="arrow-left", height=BUTTONS).named("back")
        hint = _("Short lessons for this edition")
        lessons = button(_("Lessons"), self._open_lessons, icon="question", tooltip=hint, height=BUTTONS)
        start = button(_("Start"), self.start, icon="play", accent=True, size=20, height=BUTTONS).wide(least=210)
        left = row(back, lessons.named("lessons") if self._learn is not None else None, gap=10)

        def half(*nodes: Node, most: float = HALF) -> Node:
            return column(*nodes, gap=10).wide(most=most).grow()

        return column(
            heading(_("Quick match"), 28),
            fitting(
                lambda: row(
                    column(courses.grow()).wide(least=280, most=332),
                    column(picture.grow(), rules, gap=10).wide(least=330).grow(),
                    column(choices, robot, gap=10).wide(348),  # rules change the height of what follows
                    gap=24,
                ),
                lambda: column(
                    row(half(courses.grow()), half(picture.grow()), gap=24, even=True).grow(),
                    row(half(robot, rules, most=HALF - 20), half(choices, most=HALF + 20), gap=24),
                    gap=10,
                ),
                lambda: column(courses, column(picture), choices, rules, robot, gap=16),
            ).grow(),
            fitting(lambda: row(left, space(), start.named("start")), lambda: column(left, start)),
            gap=10,
            pad=(24, 16),
        )

    def built(self) -> None:
        """Select the chosen course and robot, and fill in their descriptions."""
        self.list, self.note, self.style = self._list.made, self._note.made, self._style.made
        self.choices: dict[str, Choice] = {field: leaf.made for field, leaf in self._options.items()}
        self.chips: list[SeatChip] = [leaf.made for leaf in self._chips]
        self.robot_choice: Choice | None = self._robots.made if self._models else None
        self._describe_style()
        if self.robot_choice is not None:
            self._choose_robot(self.robot_choice.value)
        names = [course.id for course in self.courses]
        self.list.enabled = bool(self.courses)
        if self.courses:
            if self.wishes.course not in names:
                self._preselect()
            self.list.choose(names.index(self.wishes.course))

    def _course_list(self) -> Node:
        entries = [(course.title, course_line(course)) for course in self.courses]
        self._list = list_box(entries, self._choose_course, rows=max(3, min(6, len(entries))), size=13).named("courses")
        return column(label(_("Course"), 13, tint=theme.colour("text-dim")), column(self._list.grow()).grow(), gap=4)

    def _course_tree(self) -> Node:
        """Return the title, the picture and the description of the selected course."""
        self._course_title = heading("", 20, shorten=True, room=100)
        board = here(self.preview.take_place, Size(160, 260), Size(100, 260))
        self._course_text = label(max((course.about for course in self.courses), key=len, default=""), 13, wrap=True)
        frame = stack(face("panel-inset"), column(board.grow(), pad=(10, 10)))
        return column(self._course_title, column(frame.grow()).grow(), self._course_text, gap=6)

    def _rules(self) -> Node:
        """Return up to three lines about what distinguishes the rules of the mode."""
        lines = differences(self._catalogue.get(self.wishes.mode))
        return column(*(label(f"• {line}", 12, wrap=True) for line in lines), gap=2)

    def _robot_tree(self) -> Node:
        said, tint = self._words.translated, theme.seat_colours(0)
        glow = picture(pictures.effect("glow", 128), 150, least=110, tint=Color(*tint.body[:3], 90))
        self._robot = picture(robot_picture("", 0, 0, (), 128), 104)
        mottos = [self._motto_of(manifest) for manifest in self._models.values()]
        abilities = [said(manifest.ability) for manifest in self._models.values()]
        plain = "" if self._models else _("Robots without special abilities")
        self._motto = label(max(mottos, key=len, default=plain), 14, wrap=True, tint=theme.colour("accent"))
        self._ability = label(max(abilities, key=len, default=""), 13, wrap=True)
        options = list(self._titles.items())
        self._robots = choice(options, self.wishes.robot, self._choose_robot).named("robot")
        text = column(self._motto, self._ability, gap=6).wide(most=180)
        return column(
            label(_("Your robot"), 13, tint=theme.colour("text-dim")),
            framed(
                "panel-inset",
                column(row(stack(glow, self._robot), text.grow(), gap=6), self._robots if options else None, gap=6),
                (8, 6),
            ),
            gap=4,
        )

    def _choices_tree(self) -> Node:
        """Return the choices besides course and robot, with the seats' teams or sides."""
        dim, wishes = theme.colour("text-dim"), self.wishes
        self._options: dict[str, Leaf[Choice]] = {}
        self._style = label("", 12, wrap=True, lines=2, tint=dim)
        rows: list[Node] = []
        for field, title, values, tooltip in quick_options(self._catalogue, wishes.mode, self._bots):
            now = chosen(self._catalogue, wishes, field)
            leaf = self._options[field] = choice(values, now, partial(self._set, field), tooltip).named(field)
            rows.append(row(label(title, 14, tint=dim, wrap=True), leaf.grow(), gap=10))
            if field == "bot":
                rows.append(self._style)
        seats = replace(wishes, bots=MAX_BOTS).config(self._titles).seats if self._setting else []
        self._chips = [
            widget(SeatChip, number, seat.name, self._setting, self._set_seat, width=Size(120, 160), height=28)
            for number, seat in enumerate(seats)
        ]
        self._note = label("", 13, wrap=True, lines=2, tint=theme.colour("warning"))
        chips = flow(*self._chips, gap=6, below=3, equal=True, most=2) if seats else None
        return column(form(*rows, gap=5), chips, self._note, gap=8)

    def _open_lessons(self) -> None:
        if self._learn is not None:
            self._learn(self.wishes)

    @property
    def edition(self) -> str:
        """The id of the chosen mode."""
        return self.wishes.mode

    def _describe_style(self) -> None:
        """Describe the bots' style in at most two lines; the tooltip has the whole text."""
        text = bot_description(self.wishes.bot, self._catalogue)
        self.choices["bot"].tooltip = text or _("How well the bots play")
        self.style.text = text
        self.style.cut(STYLE)

    # --- choices --------------------------------------------------------------------------------------------------

    @property
    def _setting(self) -> str:
        """The name of the mode's seat setting, `team` or `side`, empty for none."""
        return next(iter(self._catalogue.get(self.wishes.mode).manifest.seat_settings), "")

    def _set_seat(self, seat: int, value: object) -> None:
        seats = list(self.wishes.seats)
        seats[seat] = value
        self.wishes = replace(self.wishes, seats=tuple(seats))
        self._show_seats()

    def _fit_seats(self) -> None:
        """Offer the numbers of bots with which the seats can be filled on the course, and choose the nearest."""
        course = self.course
        if not self._setting or course is None:
            return
        fits = {}
        for bots in range(1, MAX_BOTS + 1):
            config = replace(self.wishes, bots=bots, seats=()).config(self._titles)
            values = fitting_seats(config, self._setting, self._catalogue, course)
            if values is not None:
                fits[bots] = values
        if fits:
            bots = min(fits, key=lambda count: (abs(count - self.wishes.bots), count))
            self.choices["bots"].show([(count, self._bots_text(count, fits[count])) for count in fits], bots)
            self.wishes = replace(self.wishes, bots=bots)
        self._fits = fits
        self._offer_seats(course)

    def _offer_seats(self, course: Course) -> None:
        """Offer the teams with which this number of bots can play; reset the seats if one has another team."""
        usual = self._fits.get(self.wishes.bots, ())
        if usual and self._setting == "team":
            found = all_fitting_seats(self.wishes.config(self._titles), self._setting, self._catalogue, course)
            teams = sorted({team for values in found for team in values})
            for chip in self.chips:
                chip.values = teams
        if usual and (len(self.wishes.seats) != len(usual) or not {*self.wishes.seats} <= {*self.chips[0].values}):
            self.wishes = replace(self.wishes, seats=usual)
        self._show_seats()

    def _bots_text(self, bots: int, seats: Values) -> str:
        """Return the text for a number of bots, in team games with the number and the size of the teams."""
        if self._setting != "team":
            return str(bots)
        teams = len(set(seats))
        return _("{bots} (teams: {teams} × {each})").format(bots=bots, teams=teams, each=len(seats) // teams)

    def _show_seats(self) -> None:
        for chip in self.chips:
            there = chip.seat < len(self.wishes.seats)
            chip.appear(there)
            if there:
                chip.show(self.wishes.seats[chip.seat])
        if self._setting == "team" and self.course is not None:
            self._show_homes(self.course)

    def _show_homes(self, course: Course) -> None:
        """Show in the picture where each team starts, and mark the place of the player's."""
        config = self.wishes.seated(self.wishes.config(self._titles), self._setting)
        robots: list[dict[str, Any]] = []
        try:
            match = make_game(config, self._catalogue, course=course).start(0)
        except GameError:  # such as teams of different size, which `start` refuses
            self.preview.put(course, ())
            return
        for piece, seat in zip(match.robots, config.seats, strict=True):
            cell = match.cell_of(piece)
            if cell is not None and all(robot["cell"] != [*cell] for robot in robots):
                robots.append({"cell": [*cell], "facing": NAMES[piece.facing], "team": seat.team})
        self.preview.put(course, robots, [cell for cell in (match.cell_of(match.robots[0]),) if cell is not None])

    @property
    def course(self) -> Course | None:
        """The selected course, `None` if the mode has none."""
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
            self.rebuild()
            self._show_note()
            return
        self.wishes = replace(self.wishes, **{field: value})  # type: ignore[arg-type]
        if field == "bots" and self._setting and self.course is not None:
            self._offer_seats(self.course)
        elif field == "bot":
            self._describe_style()
        self._show_note()

    def _preselect(self) -> None:
        """Choose a course of the mode that has docks for all players, if possible one chosen before."""
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
        self._course_title.made.text = course.title
        self._course_text.made.text = course.about
        self.preview.put(course, ())
        self._fit_seats()
        self._show_note()

    def _motto_of(self, manifest: RobotManifest) -> str:
        """Return a robot's motto in quotation marks, or its title if it has none."""
        said = self._words.translated
        return _("“{motto}”").format(motto=said(manifest.motto)) if manifest.motto else said(manifest.title)

    def _choose_robot(self, model: str) -> None:
        manifest = self._models[model]
        self.wishes = replace(self.wishes, robot=model)
        self._motto.made.text = self._motto_of(manifest)
        self._ability.made.text = self._words.translated(manifest.ability)
        path = theme.asset("robots", f"{manifest.sprite}-red.png")
        if path.is_file():
            self._robot.made.texture = pictures.picture(path, 128)

    def _show_note(self) -> None:
        """Show a note if there are more players than the course allows."""
        _least, most = room_for(self._catalogue.get(self.wishes.mode), self.course)
        problem = count_problem(self.wishes.bots + 1, most=most)
        self.note.text = problem.as_sentence() if problem is not None else ""

    def start(self) -> None:
        """Start the match; show an error in a dialog."""
        course = self.course
        if course is not None and open_shelf(self._catalogue).lacks(course.id):
            self.rebuild()
            message(self.app, _("This match cannot start"), _(GONE).format(name=course.title))
            return
        if self.note.text:
            message(self.app, _("This match cannot start"), self.note.text)
            return
        try:
            config = self.wishes.config(self._titles)
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
        """Return the keys of this page; Enter starts the match unless a control other than the list has the focus."""
        return [Shortcut(ENTER, _("Start the match"), self._enter), *super().shortcuts()]

    def _enter(self) -> bool:
        free = self.controls.focus in (None, self.list)
        if free:
            self.start()
        return free
