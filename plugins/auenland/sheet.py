"""How the question for a player's own list of checkpoints is shown."""

from roborally.plugin import Decision, LaidTile, Match, Tiles, TileSlot

from .lists import length, numbers


def objectives(match: Match, decision: Decision) -> Tiles:
    """Return a view with the checkpoints as tiles and the places of the list as slots (AUE-R19)."""
    slots = tuple(TileSlot(str(place)) for place in range(1, length(match) + 1))
    tiles = tuple(LaidTile(number, number, str(number), picture="flag") for number in numbers(match))
    return Tiles(slots=slots, tiles=tiles, whole=True)
