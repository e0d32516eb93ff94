"""Where things stand on the page of a quick match, in each shape of a page."""

from typing import NamedTuple

from roborally.ui.toolkit.sheet import NARROW, SNUG
from roborally.ui.toolkit.theme import Rect

MARGIN, GAP = 36.0, 24.0
"""The room at the sides of the page, and between columns."""
HEAD, CAPTION = 104.0, 16.0
"""The room above the columns for the page's title and theirs, and how far above a column its title is."""
FOOT = 100.0
"""The room below them for the buttons."""
TEXT, MORE_TEXT = 50.0, 66.0
"""The room below the picture for what is told of the course, which has more lines where the picture is less wide."""
RULES = 54.0
"""The height of the lines about the rules."""
COLUMN, ROBOT, SEATS = 348.0, 160.0, 124.0
"""The width of the column of choices, the height of the robot's panel and that of the seats' choices."""
STANDING, CHOICES = 306.0, 340.0
"""In a tall page: the height of the robot's panel, where the robot stands above what is told of it, and the least width
of the choices beside it.
"""
LITTLE_MARGIN, LITTLE_EDGE = 16.0, 4.0
"""The room at the sides of a stack, as of a window that is less wide than a tall page, and around its frame."""
STACK_COURSES, STACK_PREVIEW, STACK_RULES = 302.0, 300.0, 108.0
"""The heights of the list, of the picture and of the lines about the rules there."""
OPTION, BETWEEN = 38.0, 5.0
"""The height of a choice if there are few, and the space below."""
STYLE, NOTED = 34.0, 48.0
"""The room for two lines about the bots' style, and in a stack for what is told below the choices."""
BUTTONS = 48.0


class Places(NamedTuple):
    """The parts of the page, as rectangles in units."""

    courses: Rect
    preview: Rect
    text: Rect
    """What is told of the course."""
    rules: Rect
    """The lines about the rules."""
    robot: Rect
    options: Rect
    """The choices besides course and robot."""
    seats: Rect
    standing: bool = False
    """Whether the robot stands above what is told of it."""
    stacked: bool = False
    """Whether everything lies below each other."""


def is_stack(sheet: Rect) -> bool:
    """Return whether a sheet is less wide than a tall page."""
    return sheet.width < SNUG


def stack_of(sheet: Rect, *, seated: bool, options: int) -> Rect:
    """Return a sheet that is less wide than a tall page with the height that everything needs.

    With `seated` the seats have choices; `options` is the number of the others.
    """
    lowest = _stack(sheet, SEATS if seated else 0.0, options).robot.y
    low = lowest - 2 * BUTTONS - 8 - 2 * LITTLE_MARGIN - LITTLE_EDGE
    return sheet._replace(y=low, height=sheet.top - low)


def _stack(sheet: Rect, chips: float, options: int) -> Places:
    whole = Rect(sheet.x + LITTLE_MARGIN, 0, sheet.width - 2 * LITTLE_MARGIN, 0)

    def below(above: Rect, gap: float, height: float) -> Rect:
        return whole._replace(y=above.y - gap - height, height=height)

    courses = below(whole._replace(y=sheet.top), HEAD, STACK_COURSES)
    preview = below(courses, 40.0, STACK_PREVIEW)
    text = below(preview, 10.0, MORE_TEXT - 10)
    choices = below(text, GAP, options * (OPTION + BETWEEN) + STYLE)
    seats = below(choices, NOTED, chips)
    rules = below(seats, 0.0, STACK_RULES)
    robot = below(rules, 2 * CAPTION + 8, ROBOT)
    return Places(courses, preview, text, rules, robot, choices, seats, stacked=True)


def places(sheet: Rect, *, tall: bool, seated: bool, options: int) -> Places:
    """Return where things stand on a sheet: in three columns, or in two rows of two where it is tall, or stacked.

    With `seated` the seats have choices; `options` is the number of the others.
    """
    if is_stack(sheet):
        return _stack(sheet, SEATS if seated else 0.0, options)
    if tall:
        return _tall(sheet, SEATS if seated else 0.0)
    low, left, right = sheet.y + FOOT, sheet.x + MARGIN, sheet.right - MARGIN
    side = right - COLUMN
    narrow = sheet.width < NARROW
    wide = 300.0 if narrow else 332.0
    between = left + wide + GAP
    if narrow:  # the lines about the rules do not fit between the buttons
        rules = Rect(left, low, side - GAP - left, RULES)
        low += RULES + 10
    else:
        rules = Rect(between - 10, sheet.y + 30, side - between + 124, RULES)
    height = sheet.top - HEAD - low
    text = MORE_TEXT if narrow else TEXT
    return Places(
        courses=Rect(left, low, wide, height),
        preview=Rect(between, low + text, side - GAP - between, height - text),
        text=Rect(between + 4, low, side - GAP - between - 8, text - 10),
        rules=rules,
        robot=Rect(side, sheet.top - HEAD + 2 - ROBOT, COLUMN, ROBOT),
        options=_between(Rect(side, sheet.y + 110, COLUMN, SEATS), sheet.top - HEAD - ROBOT - 14),
        seats=Rect(side, sheet.y + 110, COLUMN, SEATS),
    )


def _tall(sheet: Rect, chips: float) -> Places:
    left, right, low = sheet.x + MARGIN, sheet.right - MARGIN, sheet.y + FOOT
    inner = right - left
    choices = max(CHOICES, (inner - GAP) / 2)
    half = inner - GAP - choices
    rules = Rect(left, low, inner, RULES)
    low += RULES + 12
    robot = Rect(left, low, half, STANDING + 0.6 * chips)
    seats = Rect(right - choices, low, choices, chips)
    bottom = robot.top + 2 * CAPTION + 14
    height = sheet.top - HEAD - bottom
    return Places(
        courses=Rect(left, bottom, half, height),
        preview=Rect(seats.x, bottom + MORE_TEXT, choices, height - MORE_TEXT),
        text=Rect(seats.x + 4, bottom, choices - 8, MORE_TEXT - 10),
        rules=rules,
        robot=robot,
        options=_between(seats, robot.top),
        seats=seats,
        standing=True,
    )


def _between(below: Rect, top: float) -> Rect:
    return Rect(below.x, below.top, below.width, top - below.top)
