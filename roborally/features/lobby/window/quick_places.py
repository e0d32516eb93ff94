"""The places of all parts on the page of a quick match, in each shape of a page."""

from typing import NamedTuple

from roborally.ui.toolkit.sheet import NARROW, SNUG
from roborally.ui.toolkit.theme import Rect

MARGIN, GAP = 36.0, 24.0
"""The space at the sides of the page, and between columns."""
HEAD, CAPTION = 104.0, 16.0
"""The space above the columns for the titles of page and columns, and the distance of a column's title above it."""
FOOT = 100.0
"""The space below them for the buttons."""
TEXT, MORE_TEXT = 50.0, 66.0
"""The space below the picture for the course's details, with more lines under a narrower picture."""
RULES = 54.0
"""The height of the lines about the rules."""
COLUMN, ROBOT, SEATS = 348.0, 160.0, 124.0
"""The width of the column of choices, the height of the robot's panel and that of the seats' choices."""
STANDING, CHOICES = 306.0, 340.0
"""On a tall page: the height of the robot's panel with its text below the robot, and the smallest choices' width."""
LITTLE_MARGIN, LITTLE_EDGE = 16.0, 4.0
"""The space at the sides of a stack in a window narrower than a tall page, and around its frame."""
STACK_COURSES, STACK_PREVIEW, STACK_RULES = 302.0, 300.0, 108.0
"""The heights of the list, of the picture and of the lines about the rules in a stack."""
OPTION, BETWEEN = 38.0, 5.0
"""The height of a choice if there are few, and the space below it."""
STYLE, NOTED = 34.0, 48.0
"""The height of two lines about the bots' style, and in a stack of the texts below the choices."""
BUTTONS = 48.0


class Places(NamedTuple):
    """The parts of the page, in units."""

    courses: Rect
    preview: Rect
    text: Rect
    """The details of the course."""
    rules: Rect
    """The lines about the rules."""
    robot: Rect
    options: Rect
    """The choices besides course and robot."""
    seats: Rect
    standing: bool = False
    """Whether the robot is above its text."""
    stacked: bool = False
    """Whether everything is stacked."""


def is_stack(sheet: Rect) -> bool:
    """Return whether a sheet is narrower than a tall page."""
    return sheet.width < SNUG


def stack_of(sheet: Rect, *, seated: bool, options: int) -> Rect:
    """Return a sheet narrower than a tall page, extended to the height that everything needs.

    With `seated` the seats have choices; `options` is the number of other choices.
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
    """Return the parts on a sheet: in three columns, in two rows of two on a tall sheet, or stacked.

    With `seated` the seats have choices; `options` is the number of other choices.
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
