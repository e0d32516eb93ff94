"""Board lasers (COM-10, STD-808, CNB-806, AUE-510): emitters on walls fire beams in a phase of the mode."""

from collections.abc import Iterable
from typing import Final, NamedTuple, TypedDict

from roborally.plugin import Floor, Hit, Match, Rules, hookimpl, plugin_settings


class BoardLasersSettings(TypedDict):
    """The settings of the plugin `board-lasers` in one match; plugin.toml describes each."""

    board_laser_pierces: bool


settings_of: Final = plugin_settings("board-lasers", BoardLasersSettings)


class Laser(NamedTuple):
    """An emitter: the cells of its beam (indexes, its own cell first), its direction and its damage in points."""

    beam: tuple[int, ...]
    direction: int
    damage: int


class Lasers(NamedTuple):
    """All emitters of a board; `reaching` has, by cell, (index in `emitters`, distance in cells) of beams there."""

    emitters: tuple[Laser, ...]
    reaching: dict[int, tuple[tuple[int, int], ...]]


@hookimpl
def register(rules: Rules) -> None:
    """Add the element `laser` and the shooter `board-lasers`."""
    rules.element("laser")
    rules.table("lasers", LaserTable)
    rules.shooter("board-lasers", trace, reach=crossed)


class LaserTable(dict[tuple[int, ...], Lasers]):
    """A dict from the numbers of the shut gates (CNB-R16) to the `Lasers` of one floor, computed at their first use."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor

    def __missing__(self, shut: tuple[int, ...]) -> Lasers:
        lasers = self[shut] = compile_lasers(self._floor, shut)
        return lasers


def compile_lasers(floor: Floor, shut: tuple[int, ...]) -> Lasers:
    """Return all emitters, sorted by cell, while the gates `shut` are shut; see COM-R08."""
    emitters = []
    reaching: dict[int, list[tuple[int, int]]] = {}
    _, rays = floor.layout(shut)
    for number, element in enumerate(floor.board.of_kind("laser")):
        cell = floor.index(element.cell)
        direction = element.values["direction"]
        laser = Laser((cell, *rays[direction][cell]), direction, element.values["beams"])
        emitters.append(laser)
        for distance, crossed in enumerate(laser.beam):
            reaching.setdefault(crossed, []).append((number, distance))
    return Lasers(tuple(emitters), {cell: tuple(entries) for cell, entries in reaching.items()})


def crossed(floor: Floor) -> Iterable[int]:
    """Return the cells that any beam crosses while all gates are open."""
    return compile_lasers(floor, ()).reaching


def trace(match: Match) -> list[Hit]:
    """Return the hits of all beams on the pieces where they stand now (COM-11), and show the beams."""
    lasers: Lasers = match.floor.tables["lasers"][match.state.shut]
    reaching = lasers.reaching
    crossed_by = [p for p in match.state.pieces if p.cell in reaching and (p.solid or p.kind == "robot")]
    in_beam = [(number, distance, piece.index) for piece in crossed_by for number, distance in reaching[piece.cell]]
    in_beam.sort()
    pieces = match.state.pieces
    pierces = settings_of(match)["board_laser_pierces"]
    hits: list[Hit] = []
    stopped: dict[int, int] = {}
    for number, distance, index in in_beam:
        piece = pieces[index]
        # A piece that is not solid is hit but does not stop the beam (AUE-R04).
        if pierces or number not in stopped:
            hits.append((piece, lasers.emitters[number].damage, -1, lasers.emitters[number].direction, "board-laser"))
            if piece.solid:
                stopped[number] = distance
    if match.watch is not None:
        _show(match, lasers, hits, {} if pierces else stopped)
    return hits


def _show(match: Match, lasers: Lasers, hits: list[Hit], stopped: dict[int, int]) -> None:
    for number, laser in enumerate(lasers.emitters):
        length = stopped.get(number, len(laser.beam) - 1) + 1
        crossed = laser.beam[:length]
        targets = [target for target, *_ in hits if target.cell in crossed]
        match.show_beam(crossed, laser.direction, targets, "board-laser")
