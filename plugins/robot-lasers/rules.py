"""Robot lasers (STD-809, CNB-1101, CNB-1102, CLS-203): every robot fires forward."""

from roborally.core.match import Match
from roborally.core.rules import Hit
from roborally.core.state import Piece
from roborally.plugin import Rules, hookimpl


@hookimpl
def register(rules: Rules) -> None:
    """Add the fire, and what others may change about it."""
    rules.shooter("robot-lasers", trace)
    rules.declare_value("shooters", "list of the pieces that fire in this register")
    rules.declare_value("laser-power", "damage of a robot's laser; (shooter)")
    rules.declare_value("robot-hit", "hit of a robot's laser (target, points, shooter, direction, cause)")


def trace(match: Match) -> list[Hit]:
    """Trace all shots on the present positions (COM-10, COM-11)."""
    state = match.state
    pieces = state.pieces
    at = state.at
    rays = match.rays
    shooters = match.value("shooters", [p for p in pieces if p.cell >= 0 and p.solid and p.kind == "robot"])
    hits: list[Hit] = []
    for shooter in shooters:
        target = None
        for cell in rays[shooter.facing][shooter.cell]:
            if at[cell] >= 0:
                target = pieces[at[cell]]
                hits.append(_hit(match, shooter, target))
                break
        if match.watch is not None:
            _show(match, shooter, target)
    return hits


def _hit(match: Match, shooter: Piece, target: Piece) -> Hit:
    hit: Hit = (target, match.value("laser-power", 1, shooter), shooter.index, shooter.facing, "robot-laser")
    changed: Hit = match.value("robot-hit", hit)
    return changed


def _show(match: Match, shooter: Piece, target: Piece | None) -> None:
    ray = match.rays[shooter.facing][shooter.cell]
    crossed = ray[: ray.index(target.cell) + 1] if target is not None else ray
    match.emit(
        "beam",
        cells=tuple(match.floor.cells[cell] for cell in crossed),
        direction=shooter.facing,
        piece=shooter.index,
        targets=(target.index,) if target is not None else (),
        cause="robot-laser",
    )
