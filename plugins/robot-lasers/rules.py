"""Robot lasers (STD-809, CNB-1101, CNB-1102, CLS-203): every robot fires forward."""

from roborally.core.floor import Floor
from roborally.core.match import Match
from roborally.core.rules import Hit
from roborally.core.state import Piece
from roborally.plugin import Rules, hookimpl


@hookimpl
def register(rules: Rules) -> None:
    """Add the fire, and the points for changes by other plugins."""
    rules.shooter("robot-lasers", trace)
    rules.table("aimed-lasers", is_aimed)
    rules.table("tuned-lasers", is_tuned)
    rules.declare_value("laser-direction", "direction in which a robot's laser points; (shooter)")
    rules.declare_value("laser-targets", "list of the pieces that a laser hits; (shooter, direction)")
    rules.declare_value("shooters", "list of the pieces that fire in this register")
    rules.declare_value("laser-power", "damage of a robot's laser; (shooter)")
    rules.declare_value("robot-hit", "hit (target, points, shooter, direction, cause), or None to take it out")


def is_aimed(floor: Floor) -> bool:
    """Return whether any plugin changes the direction of a laser or lets it pass through anything."""
    return floor.rules.listens("laser-direction", "laser-targets")


def is_tuned(floor: Floor) -> bool:
    """Return whether any plugin changes the effect of a laser on a piece that it hits."""
    return floor.rules.listens("laser-power", "robot-hit")


def trace(match: Match) -> list[Hit]:
    """Trace all shots from the present positions (COM-10, COM-11)."""
    tables = match.floor.tables
    is_plain = match.watch is None and not tables["aimed-lasers"]
    targets: dict[int, Piece] = {}
    if is_plain:
        across, seen, shared = match.floor.across, 0, 0
        pieces = match.state.pieces
        for piece in pieces:
            own = across[piece.cell]
            shared |= seen & own  # the rows and columns with several pieces
            seen |= own
        if not shared:
            return []
        lines, rays = match.floor.lines, match.rays
        for piece in pieces:
            facing, cell = piece.facing, piece.cell
            if shared & lines[facing][cell] and (target := match.first_on(rays[facing][cell])) is not None:
                targets[piece.index] = target
        if not targets:
            return []
    present = [robot for robot in match.robots if robot.cell >= 0 and robot.solid]
    shooters: list[Piece] = match.value("shooters", present)
    if not is_plain:
        return [hit for shooter in shooters for hit in _aimed(match, shooter)]
    hits: list[Hit] = []
    for shooter in shooters:
        hit_piece = targets.get(shooter.index)
        if hit_piece is None:
            continue
        if tables["tuned-lasers"]:
            hits += _hits(match, shooter, hit_piece, shooter.facing)
        else:
            hits.append((hit_piece, 1, shooter.index, shooter.facing, "robot-laser"))
    return hits


def _aimed(match: Match, shooter: Piece) -> list[Hit]:
    """Trace one shot with all changes by plugins, and emit its beam."""
    direction = match.value("laser-direction", shooter.facing, shooter)
    cells = match.rays[direction][shooter.cell]
    first = match.first_on(cells)
    targets = match.value("laser-targets", [] if first is None else [first], shooter, direction)
    if match.watch is not None:
        crossed = _straight_line(match, shooter.cell, targets[-1].cell, direction) if targets else cells
        match.show_beam(crossed, direction, targets, "robot-laser", shooter.index)
    return [hit for target in targets for hit in _hits(match, shooter, target, direction)]


def _hits(match: Match, shooter: Piece, target: Piece, direction: int) -> list[Hit]:
    power = match.value("laser-power", 1, shooter)
    hit = match.value("robot-hit", (target, power, shooter.index, direction, "robot-laser"))
    return [] if hit is None else [hit]


def _straight_line(match: Match, start: int, end: int, direction: int) -> tuple[int, ...]:
    """Return the cells behind `start` up to `end`, with or without walls between."""
    step = (-match.floor.width, 1, match.floor.width, -1)[direction]
    return tuple(range(start + step, end + step, step))
