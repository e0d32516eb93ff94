"""Finds the nearest control in the direction of an arrow key, to which the focus moves."""

from collections.abc import Sequence

from roborally.ui.toolkit.theme import Rect

ASIDE = 3.0
"""The weight of a unit to the side, relative to a unit in the direction of the arrow key."""


def nearest(origin: Rect, places: Sequence[Rect], dx: int, dy: int) -> int | None:
    """Return the index of the nearest rectangle right (`dx` 1), left (-1), above (`dy` 1) or below (-1) of `origin`.

    `None` if there is none in that direction.
    """
    found = [(way, at) for at, place in enumerate(places) if (way := _way(origin, place, dx, dy)) is not None]
    return min(found)[1] if found else None


def _way(origin: Rect, place: Rect, dx: int, dy: int) -> float | None:
    """Return the weighted distance from `origin` to `place` in a direction, `None` if `place` lies elsewhere."""
    if dx:
        ahead = place.x - origin.right if dx > 0 else origin.x - place.right
        centres = (place.centre[0] - origin.centre[0]) * dx
        aside = _gap(origin.y, origin.top, place.y, place.top)
        drift = abs(place.centre[1] - origin.centre[1])
    else:
        ahead = place.y - origin.top if dy > 0 else origin.y - place.top
        centres = (place.centre[1] - origin.centre[1]) * dy
        aside = _gap(origin.x, origin.right, place.x, place.right)
        drift = abs(place.centre[0] - origin.centre[0])
    if centres <= 0 or ahead < -min(origin.width, origin.height) / 2:
        return None
    return max(0.0, ahead) + ASIDE * aside + drift / 100


def _gap(first: float, last: float, begin: float, end: float) -> float:
    return max(0.0, begin - last, first - end)
