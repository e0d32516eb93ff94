"""The places of a seat's controls in its row of the lobby: on two lines, or on one if they fit."""

from typing import NamedTuple

from roborally.features.lobby.window.lobby_places import LINES, SEATS
from roborally.ui.toolkit.theme import Rect

HEAD, LOW_HEAD, DESCRIPTION = 42.0, 22.0, 58.0
"""The space above the rows, with buttons or only with a title, and the height of the description below them."""
ADD = 146.0
"""The width of a button that adds a seat."""
ROW, LOWEST, HIGHEST = 58.0, 30.0, 46.0
"""The height of a row of two lines, and the smallest and largest height of a row of one."""
LINE, NARROW_DESCRIPTION = 30.0, 74.0
"""The height of a line in rows of three, and of the description there, which has more lines, too."""
FIELD = 26.0
"""The height of a control."""
LEFT, NAME = 52.0, 150.0
"""The left edge and the width of a row's left column, after the portrait."""
RIGHT, WHO = 206.0, 180.0
"""The same for the right column; `SETTING` leaves space for the ready state."""
SETTING = 138.0
PORTRAIT = 46.0
"""The width of the portrait on one line."""
BETWEEN = 6.0
"""The space between two controls on one line."""
SHARES = {"name": 9.5, "robot": 10.0, "who": 13.0, "setting": 10.0, "ready": 6.5}
"""The shares of one line's width."""


class LobbyRow(NamedTuple):
    """The contents of a row besides name, player and the button that removes the seat."""

    robots: bool
    settings: int
    """The number of choices that the mode has for each seat."""
    ready: bool


class Spots(NamedTuple):
    """The rectangles of a row's controls, in units; those of missing controls are meaningless."""

    name: Rect
    who: Rect
    remove: Rect
    robot: Rect
    settings: list[Rect]
    ready: Rect


def stacked(count: int) -> float:
    """Return the height of rows of three lines."""
    return (3 * LINE + 6) * count


def rows_of(part: Rect, count: int) -> list[Rect]:
    """Return the rows of seats in their part of the page."""
    pitch, top = ROW if part.width >= SEATS else stacked(1), part.top - HEAD
    if part.width >= LINES:
        top = part.top - LOW_HEAD
        pitch = max(LOWEST, min(HIGHEST, (top - part.y - DESCRIPTION - BETWEEN) / max(1, count)))
    return [Rect(part.x, top - (number + 1) * pitch + 2, part.width, pitch - 2) for number in range(count)]


def title_of(part: Rect) -> float:
    """Return the vertical centre of the title above the rows."""
    return part.top - (8 if part.width >= LINES else 14)


def description_area(part: Rect) -> Rect:
    """Return the rectangle of the description; with rows of one line the buttons are beside it."""
    low = part._replace(height=DESCRIPTION if part.width >= SEATS else NARROW_DESCRIPTION)
    return low._replace(width=low.width - ADD - 8) if part.width >= LINES else low


def adding_of(part: Rect, count: int) -> list[Rect]:
    """Return the rectangles of the buttons that add seats: from the left, or from the top."""
    right = part.right - ADD
    if part.width < LINES:
        return [Rect(right - (ADD + 8) * place, part.top - 32, ADD, 32) for place in reversed(range(count))]
    high = (DESCRIPTION - 2) / 2
    low = part.y + (2 - count) * (high + 2) / 2
    return [Rect(right, low + place * (high + 2), ADD, high) for place in reversed(range(count))]


def spots_of(rect: Rect, row: LobbyRow) -> Spots:
    """Return the rectangles of a row's controls."""
    if rect.width >= LINES:
        return _on_one_line(rect, row)
    return _on_two_lines(rect, row) if rect.width >= SEATS else _on_three_lines(rect, row)


def _side_by_side(kinds: list[str], left: float, right: float, y: float) -> dict[str, list[Rect]]:
    """Return the rectangles of controls that share a line, by kind."""
    found: dict[str, list[Rect]] = {kind: [] for kind in SHARES}
    unit = (right - left + BETWEEN - BETWEEN * len(kinds)) / max(1.0, sum(SHARES[kind] for kind in kinds))
    x = left
    for kind in kinds:
        spot = Rect(x, y, SHARES[kind] * unit, FIELD)
        found[kind].append(spot)
        x = spot.right + BETWEEN
    return found


def _on_three_lines(rect: Rect, row: LobbyRow) -> Spots:
    left, right = rect.x + LEFT, rect.right - 5
    kinds = [*(["robot"] * row.robots), *(["setting"] * row.settings), *(["ready"] * row.ready)]
    low = rect.centre[1] - (1.5 if kinds else 1.0) * LINE + (LINE - FIELD) / 2
    found = _side_by_side(kinds, left, right, low)
    who = Rect(left, low + LINE if kinds else low, right - left, FIELD)
    name = who._replace(y=who.y + LINE, width=who.width - FIELD - BETWEEN)
    robot, ready = (found[kind][0] if found[kind] else name for kind in ("robot", "ready"))
    return Spots(name, who, Rect(right - FIELD, name.y, FIELD, FIELD), robot, found["setting"], ready)


def _on_one_line(rect: Rect, row: LobbyRow) -> Spots:
    y = rect.centre[1] - FIELD / 2
    remove = Rect(rect.right - 31, y, FIELD, FIELD)
    kinds = ["name", *(["robot"] * row.robots), "who", *(["setting"] * row.settings), *(["ready"] * row.ready)]
    found = _side_by_side(kinds, rect.x + PORTRAIT, remove.x - BETWEEN, y)
    name, who = found["name"][0], found["who"][0]
    robot, ready = (found[kind][0] if found[kind] else name for kind in ("robot", "ready"))
    return Spots(name, who, remove, robot, found["setting"], ready)


def _on_two_lines(rect: Rect, row: LobbyRow) -> Spots:
    lower, upper, middle = rect.y + 2, rect.y + FIELD + 3, rect.centre[1] - FIELD / 2
    left = upper if row.robots or (row.settings and row.ready) else middle  # nothing is below
    right = upper if row.robots or row.settings or row.ready else middle
    below = Rect(rect.x + LEFT, lower, NAME, FIELD)
    width = SETTING if row.robots else WHO / max(1, row.settings)
    x = rect.x + RIGHT
    settings = [Rect(x + number * (width + 3), lower, width, FIELD) for number in range(row.settings)]
    beside = settings[-1].right + 3 if settings else x
    return Spots(
        name=Rect(rect.x + LEFT, left, NAME, FIELD),
        who=Rect(rect.x + RIGHT, right, WHO, FIELD),
        remove=Rect(rect.right - 31, right, FIELD, FIELD),
        robot=below,
        settings=settings,
        ready=below if settings and not row.robots else Rect(beside, lower, min(WHO, rect.right - beside), FIELD),
    )
