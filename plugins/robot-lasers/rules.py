"""Robot lasers (STD-809, CNB-1101, CNB-1102, CLS-203): every robot fires forward in a phase of the mode."""

from roborally.plugin import Floor, Hit, Match, Piece, Rules, hookimpl


@hookimpl
def register(rules: Rules) -> None:
    """Add the shooter `robot-lasers`, and the values with which other plugins change its shots."""
    rules.shooter("robot-lasers", trace)
    rules.table("aimed-lasers", is_aimed)
    rules.declare_value("laser-direction", "direction in which a robot's laser points; (shooter)")
    rules.declare_value("laser-targets", "list of the pieces that a laser hits; (shooter, direction)")
    rules.declare_value("shooters", "list of the pieces that fire in this register")
    rules.declare_value("laser-power", "damage of a robot's laser; (shooter)")
    rules.declare_value("robot-hit", "hit (target, points, shooter, direction, cause), or None to take it out")


def is_aimed(floor: Floor) -> bool:
    """Return whether a plugin changes the direction or the targets of lasers."""
    return floor.rules.listens("laser-direction", "laser-targets")


def trace(match: Match) -> list[Hit]:
    """Return the hits of all lasers from where robots stand now (COM-10, COM-11), and show the beams."""
    if match.watch is not None or match.floor.tables["aimed-lasers"]:
        return [hit for shooter in _shooters(match) for hit in _shot(match, shooter)]
    ahead = match.pieces_ahead()
    if not ahead:
        return []
    firing = [shooter for shooter in _shooters(match) if shooter.index in ahead]
    return [hit for shooter in firing for hit in _hits(match, shooter, ahead[shooter.index], shooter.facing)]


def _shooters(match: Match) -> list[Piece]:
    shooters: list[Piece] = match.value("shooters", [p for p in match.robots if p.cell >= 0 and p.solid])
    return shooters


def _shot(match: Match, shooter: Piece) -> list[Hit]:
    """Return the hits of one robot's laser, as changed by plugins, and show its beam."""
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
    """Return the cells from the one after `start` to `end`, whether or not walls are between."""
    step = (-match.floor.width, 1, match.floor.width, -1)[direction]
    return tuple(range(start + step, end + step, step))
