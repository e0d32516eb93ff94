"""Phase 0 of a turn of VOLT (VLT-401 to VLT-405): draws a marker, removes damage, places robots, returns numbers."""

from roborally.plugin import Decision, Frame, Match, Piece

from .arena import in_number_order
from .markers import add_markers, without_one
from .state import slot_of

MAX_LYING = 3
"""The number of markers in the arena at which no further marker is drawn (VLT-401)."""
NO_NUMBER = 0


def clear_crosses(match: Match) -> None:
    """Remove all dice of the last turn from the crosses (VLT-405)."""
    slot = slot_of(match)
    slot["crosses"] = ((),) * len(slot["crosses"])


def draw_marker(match: Match) -> None:
    """Put a random marker on its space, unless three lie in the arena already (VLT-401, VLT-R01)."""
    slot = slot_of(match)
    if sum(slot["lying"].values()) >= MAX_LYING:
        return
    source = slot["draws"] if slot["scripted"] else slot["supply"]
    if not source:
        return
    number = source[0] if slot["scripted"] else match.dice("marker", match.state.turn).pick(source)
    if slot["scripted"]:
        slot["draws"] = slot["draws"][1:]
    else:
        slot["supply"] = without_one(slot["supply"], number)
    add_markers(match, number, 1)
    cell = match.floor.tables["volt-points"][number]
    match.emit("volt-marker", number=number, cell=match.floor.cells[cell])


def return_damage(match: Match) -> None:
    """Remove the damage of robots that were destroyed (VLT-402); the others keep theirs (VLT-R14)."""
    for piece in match.robots:
        if piece.cell < 0:
            match.heal(piece, piece.damage, "volt-restart")


def begin_placing(match: Match) -> None:
    """Add the frame that places all robots that are outside the arena (VLT-403)."""
    match.then(Frame(do="volt-placing"))


def run_placing(match: Match, frame: Frame) -> None:
    """Place robots in ascending order of start numbers, which are random in the first turn (VLT-403, VLT-R12).

    The owner is asked if there is a choice; then the frame continues with the next robot.
    """
    for piece in in_number_order(match):
        if piece.cell >= 0:
            continue
        cells = places_for(match, piece)
        if len(cells) > 1:
            choices = tuple(match.floor.cells[cell] for cell in cells)
            match.ask("start-cell", piece, choices[0], choices)
            return
        if cells:
            _place(match, piece, cells[0])
    match.done(frame)


def places_for(match: Match, piece: Piece) -> list[int]:
    """Return the cells on which a robot may start: free ones of its side, else the nearest free one (VLT-R03, COM-17).

    The list is empty if its side has no start cells or no cell is free; the robot then stays outside.
    """
    own = match.floor.tables["volt-starts"][slot_of(match)["sides"][piece.index]]
    free = [cell for cell in own if match.is_free(cell)]
    if free or not own:
        return free
    try:
        return [match.nearest_free(own[0])]
    except ValueError:
        return []


def commit_start_cell(match: Match, decision: Decision, answer: tuple[int, int]) -> None:
    """Place a robot on the cell (x, y) that its owner has chosen."""
    _place(match, match.state.pieces[decision["piece"]], match.floor.index(answer))


def _place(match: Match, piece: Piece, cell: int) -> None:
    """Put a robot on a cell; without a facing in VOLT, it is shown looking away from its operator."""
    match.place(piece, cell, slot_of(match)["sides"][piece.index], "volt-start")


def return_numbers(match: Match) -> None:
    """Take the start numbers from all operators and put them back on the pillars (VLT-404)."""
    slot = slot_of(match)
    for index, number in enumerate(slot["numbers"]):
        if number != NO_NUMBER:
            match.emit("volt-return", piece=index)
    slot["numbers"] = (NO_NUMBER,) * len(slot["numbers"])
