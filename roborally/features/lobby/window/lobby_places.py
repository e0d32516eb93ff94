"""The places of all parts of the lobby pages, in each shape of a page."""

from typing import NamedTuple

from roborally.ui.toolkit.sheet import NARROW, SNUG
from roborally.ui.toolkit.theme import Rect

MARGIN, GAP = 32.0, 16.0
"""The space at the sides of the page, and between its parts."""
HEAD, FOOT, BUTTONS = 64.0, 88.0, 44.0
"""The space above the parts for the title, below them for the buttons, and the height of the buttons."""
COURSE, SEATS = 372.0, 420.0
"""The widths of the columns for the course and for the seats, unless the page is narrower."""
LINES = 600.0
"""The width from which seats have one line each."""
COURSES = (336.0, 284.0)
"""The height of the course when the parts are stacked, for three visible courses and for two."""
SEATS_HIGH, FEW = 86.0, 4
"""The height of the seats when stacked, without their rows, and the smallest number of rows with space."""
SEAT, LOW_SEAT = 34.0, 30.0
"""The height of a row of seats when stacked, and the smallest height if there are many."""
SETTINGS_HIGH = 270.0
"""The height that shows five rows of settings."""
CLOSE, LOW_BUTTONS = 10.0, 36.0
"""The space between stacked parts, and the height of each of the two rows of buttons."""
NOTE = 26.0
"""The height of the line above the buttons that says what keeps the match from starting, if it does not fit between."""
LITTLE_MARGIN, LITTLE_EDGE = 16.0, 4.0
"""The space at the sides of a stack in a window narrower than a tall page, and around its frame."""
DOOR = 44.0
"""The height of the line of buttons below a stack's title."""
STACK_COURSE, STACK_SEATS, STACK_SETTINGS = 640.0, 138.0, 460.0
"""The heights of a stack's parts; that of the seats without their rows."""
ABREAST = 404.0
"""The smallest width of the seats beside the chat on a tall page."""
LAST = 36.0
"""The height of the last line about the course."""


class Parts(NamedTuple):
    """The three parts of a lobby and the row of buttons, in units."""

    course: Rect
    seats: Rect
    rest: Rect
    """Settings, or the chat."""
    buttons: Rect
    note: Rect | None
    """The line above the buttons, `None` if it fits between them."""
    stacked: bool = False
    """Whether all parts are stacked, and the buttons too, except the first and the last one."""


class CoursePlaces(NamedTuple):
    """The parts of the section about the course."""

    rules: Rect
    """The choice of the edition, above its differences."""
    courses: Rect
    """The list, with a line of buttons above it."""
    preview: Rect
    text: Rect
    """Title, size and description of the chosen course."""
    last: Rect
    """The number of checkpoints, or the plugins that the course needs."""


def is_stack(sheet: Rect) -> bool:
    """Return whether a sheet is narrower than a tall page."""
    return sheet.width < SNUG


def stack_of(sheet: Rect, seats: float, ways: int) -> Rect:
    """Return a sheet narrower than a tall page, extended to the height that everything needs.

    `seats` is the height of their rows, `ways` the number of buttons that leave the page.
    """
    parts = STACK_COURSE + STACK_SEATS + seats + STACK_SETTINGS + 2 * GAP
    high = HEAD + DOOR + parts + ways * (BUTTONS + 8) + NOTE + LITTLE_MARGIN * 2
    return sheet._replace(y=sheet.top - high, height=high)


def _stack(sheet: Rect, seats: float) -> Parts:
    area = Rect(sheet.x + LITTLE_MARGIN, sheet.y, sheet.width - 2 * LITTLE_MARGIN, sheet.height - HEAD - DOOR)
    course = area._replace(y=area.top - STACK_COURSE, height=STACK_COURSE)
    high = STACK_SEATS + seats
    rows = area._replace(y=course.y - GAP - high, height=high)
    rest = area._replace(y=rows.y - GAP - STACK_SETTINGS, height=STACK_SETTINGS)
    buttons = area._replace(y=sheet.y + LITTLE_MARGIN, height=BUTTONS)
    note = area._replace(y=buttons.top, height=NOTE)
    return Parts(course, rows, rest, buttons, note, stacked=True)


def lobby_parts(sheet: Rect, *, tall: bool, seats: int, stack: float) -> Parts:
    """Return the parts of a lobby: side by side, or stacked on a tall page; `seats` is the number of seats.

    A tall page has a second row of buttons above the first one. In a stack (`stack_of`) `stack` is the height of the
    seats' rows.
    """
    if is_stack(sheet):
        return _stack(sheet, stack)
    if not tall:
        return _columns(sheet, NOTE)
    buttons = Rect(sheet.x + MARGIN, sheet.y + 28, sheet.width - 2 * MARGIN, LOW_BUTTONS)
    low = buttons.top + 8 + LOW_BUTTONS + 8
    area = buttons._replace(y=low, height=sheet.top - HEAD - low)
    count = max(FEW, seats)
    free = area.height - SETTINGS_HIGH - 2 * CLOSE - SEATS_HIGH
    high = next((high for high in COURSES if free >= high + SEAT * count), COURSES[-1])
    row = max(LOW_SEAT, min(SEAT, (free - high) / count))
    course = area._replace(y=area.top - high, height=high)
    rows = area._replace(y=course.y - CLOSE - SEATS_HIGH - row * count, height=SEATS_HIGH + row * count)
    return Parts(course, rows, area._replace(height=rows.y - CLOSE - area.y), buttons, None)


def _columns(sheet: Rect, line: float) -> Parts:
    """Return three parts side by side; a narrow page has a line of height `line` above the buttons."""
    narrow = sheet.width < NARROW
    low = sheet.y + FOOT + (line if narrow else 0.0)
    area = Rect(sheet.x + MARGIN, low, sheet.width - 2 * MARGIN, sheet.top - HEAD - low)
    left = (area.width - SEATS - 2 * GAP) / 2 if narrow else COURSE
    course = area._replace(width=left)
    rows = area._replace(x=course.right + GAP, width=SEATS)
    rest = area._replace(x=rows.right + GAP, width=area.right - rows.right - GAP)
    buttons = area._replace(y=sheet.y + 28, height=BUTTONS)
    note = area._replace(y=buttons.top + 6, height=line) if narrow and line else None
    return Parts(course, rows, rest, buttons, note)


def room_parts(sheet: Rect, *, tall: bool) -> Parts:
    """Return the parts of a lobby on the network, like `lobby_parts`; a tall page has seats and chat side by side."""
    if not tall:
        return _columns(sheet, 0.0)
    buttons = Rect(sheet.x + MARGIN, sheet.y + 28, sheet.width - 2 * MARGIN, BUTTONS)
    low = buttons.top + BUTTONS + 8 + GAP
    area = buttons._replace(y=low, height=sheet.top - HEAD - low)
    match = area._replace(y=area.top - COURSES[0], height=COURSES[0])
    seats = area._replace(width=max(ABREAST, area.width * 0.6), height=match.y - GAP - low)
    chat = seats._replace(x=seats.right + GAP, width=area.right - seats.right - GAP)
    return Parts(match, seats, chat, buttons, None)


def course_places(area: Rect) -> CoursePlaces:
    """Return the places of the parts about the course."""
    last = area._replace(height=LAST)
    rules = area._replace(y=area.top - 56, height=36)
    if area.width >= LINES:
        half = (area.width - GAP) / 2
        rules, right = rules._replace(width=half - 20), area._replace(x=area.x + half - 20 + GAP, width=half + 20)
        last = right._replace(height=LAST)
        text = right._replace(y=last.top + 6, height=96)
        courses = right._replace(y=text.top + 8, height=area.top - 34 - text.top - 8)
        return CoursePlaces(rules, courses, rules._replace(y=area.y, height=area.height - 162), text, last)
    if area.width < COURSE:
        text = area._replace(y=last.top + 6, height=94)
        preview = area._replace(y=text.top + 8, height=140)
        low = preview.top + 8
        return CoursePlaces(rules, area._replace(y=low, height=area.top - 194 - low), preview, text, last)
    preview = Rect(area.x, last.top + 6, 184, 158)
    text = Rect(preview.right + 12, preview.y, area.width - preview.width - 12, preview.height)
    low = preview.top + 8
    return CoursePlaces(rules, area._replace(y=low, height=area.top - 212 - low), preview, text, last)
