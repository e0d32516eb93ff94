"""What must hold in every match, whatever is on the board: checked at every event and at every moment."""

from typing import Any

from roborally.core.board import Board, both_sides
from roborally.core.events import Event, event_problem
from roborally.core.geometry import DIRECTIONS, Cell, neighbour
from roborally.core.match import Match
from roborally.core.observation import observe
from roborally.core.state import OFF
from roborally.plugin_system.plain import state_problems
from roborally.plugin_system.registries import read_fact
from tests.fuzz.play import DECK


class Referee:
    """Follows a match by its events alone, and compares what it has made of them with the state."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.beat = -1
        self.cells: dict[int, Any] = {}
        self.facings: dict[int, int] = {}
        self.damage: dict[int, int] = {}
        self.reached: dict[int, int] = {}
        for piece in match.state.pieces:
            self.cells[piece.index] = match.cell_of(piece)
            self.facings[piece.index] = piece.facing
            self.damage[piece.index] = piece.damage
            self.reached[piece.index] = 0

    def on_event(self, event: Event) -> None:
        """Check one event."""
        assert event_problem(event, self.match.rules.events) == "", event
        assert event["beat"] >= self.beat, f"beat {event['beat']} after {self.beat}: {event}"
        self.beat = event["beat"]
        check = getattr(self, f"on_{event['type'].replace('-', '_')}", None)
        if check is not None:
            check(event)

    def on_step(self, event: Event) -> None:
        piece, start, target = event["piece"], event["from"], event["to"]
        assert self.cells[piece] == start, event
        assert neighbour(start, event["direction"]) == target, event
        assert (start, event["direction"]) not in closed(self.match), f"through a wall: {event}"
        self.cells[piece] = target

    def on_turn(self, event: Event) -> None:
        assert self.facings[event["piece"]] == event["from"], event
        assert (event["from"] + event["quarters"]) & 3 == event["to"], event
        self.facings[event["piece"]] = event["to"]

    def on_place(self, event: Event) -> None:
        assert event["cell"] in self.match.floor.board.inside, event
        pieces = self.match.state.pieces
        others = [at for at, cell in self.cells.items() if cell == event["cell"] and pieces[at].solid]
        assert not others or not pieces[event["piece"]].solid, f"placed on a robot: {event}"
        self.cells[event["piece"]], self.facings[event["piece"]] = event["cell"], event["facing"]

    def on_destroy(self, event: Event) -> None:
        assert self.cells[event["piece"]] == event["cell"], event
        assert event["piece"] not in event["by"], f"credited with its own end: {event}"
        self.cells[event["piece"]] = None

    def on_hurt(self, event: Event) -> None:
        assert event["points"] > 0, event
        self.damage[event["piece"]] += event["points"]
        assert self.damage[event["piece"]] == event["damage"], event

    def on_heal(self, event: Event) -> None:
        assert event["points"] > 0, event
        self.damage[event["piece"]] -= event["points"]
        assert self.damage[event["piece"]] == event["damage"] >= 0, event

    def on_checkpoint(self, event: Event) -> None:
        self.reached[event["piece"]] += 1
        race = self.match.state.ext["race"]
        flags = self.match.floor.tables["checkpoints"]
        course = tuple(sorted(flags, key=flags.__getitem__))
        common = all(route == course[: len(route)] for route in race["routes"])  # dealt lists may be equal, too
        if self.match.rules.settings["race"]["ordered"] and common:
            assert event["number"] == self.reached[event["piece"]], event

    def on_beam(self, event: Event) -> None:
        cells, direction = list(event["cells"]), event["direction"]
        board, walls = self.match.floor.board, closed(self.match)
        strong = self.is_strong(event)
        start = [self.cells[event["piece"]]] if event["piece"] >= 0 else []
        for one, other in zip([*start, *cells], [*start, *cells][1:], strict=False):
            assert neighbour(one, direction) == other, f"a beam jumps: {event}"
            assert is_open(board, walls, one, direction) or strong, f"a beam breaks through: {event}"
        for target in event["targets"]:
            assert self.cells[target] in cells, event
        end = cells[-1] if cells else start[0]
        at_robot = any(self.cells[target] == end for target in event["targets"])
        stopped = not is_open(board, walls, end, direction) or neighbour(end, direction) not in board.inside
        assert at_robot or stopped, f"a beam ends in the open: {event}"

    def is_strong(self, event: Event) -> bool:
        """Return whether the beam is that of a High-Power Laser (OPT-07)."""
        options = self.match.state.ext.get("option-cards")
        own = options["held"][event["piece"]] if options and event["piece"] >= 0 else ()
        return event["cause"] == "robot-laser" and "high-power-laser" in own

    def on_moment(self, event: Event) -> None:
        self.check_state()
        check_cards(self.match)
        check_locks(self.match)

    def check_state(self) -> None:
        """Compare the state with what the events told, and with itself."""
        match, state = self.match, self.match.state
        seen = observe(match, -1).data["pieces"]
        for piece in state.pieces:
            cell = match.cell_of(piece)
            assert self.cells[piece.index] == cell, f"events say {self.cells[piece.index]}, state {cell}: {piece.index}"
            assert seen[piece.index]["cell"] == (OFF if cell is None else match.floor.index(cell))
            assert self.facings[piece.index] == piece.facing, piece.index
            assert self.damage[piece.index] == piece.damage >= 0, piece.index
            assert piece.cell < 0 or piece.damage < match.rules.toughness, piece.index
            if "race" in state.ext:
                assert state.ext["race"]["reached"][piece.index] == self.reached[piece.index]
        check_floor(match)
        if "roboball" in state.ext:
            check_ball(match)
        check_shape(match)
        if "volt" in state.ext:
            check_arena(match)
        archive = state.ext.get("archive", {"lives": [], "out": []})
        assert all(lives >= 0 for lives in archive["lives"]), archive
        assert not any(out and state.pieces[at].cell >= 0 for at, out in enumerate(archive["out"])), archive


def is_open(board: Board, walls: frozenset[Any], cell: Cell, direction: int) -> bool:
    """Return whether no wall stops a beam from a cell to the next; on a diagonal both ways around must be walled."""
    if direction in DIRECTIONS:
        return (cell, direction) not in walls
    one, other = direction - 4, (direction - 3) % 4
    ways = ((one, neighbour(cell, one), other), (other, neighbour(cell, other), one))
    return any(
        (cell, first) not in walls and corner in board.inside and (corner, second) not in walls
        for first, corner, second in ways
    )


def closed(match: Match) -> frozenset[Any]:
    """Return the edges where a wall stands or a gate is shut, from both of their sides."""
    board = match.floor.board
    return board.walls | both_sides({board.gates[number] for number in match.state.shut})


def check_floor(match: Match) -> None:
    """No two solid pieces share a cell, and the occupancy table agrees with the pieces."""
    expected = bytearray(len(match.floor.cells))
    for piece in match.state.pieces:
        if piece.cell >= 0 and piece.solid:
            assert not expected[piece.cell], f"{piece.index} and {expected[piece.cell] - 1} share a cell"
            assert match.floor.cells[piece.cell] in match.floor.board.inside
            expected[piece.cell] = piece.index + 1
    assert match.state.at == expected


def check_ball(match: Match) -> None:
    """The ball is on the floor and unharmed; real robots that touch it are hitched, one of a team (RBL-306, 401, 402).

    A destroyed robot is let go when what has destroyed it is over; its owner may be asked something before.
    """
    slot = match.state.ext["roboball"]
    (ball,) = (piece for piece in match.state.pieces if piece.kind == "ball")
    assert ball.damage == 0
    assert ball.cell >= 0
    assert ball.cell not in match.value("fatal-cells", frozenset())
    hitched = [piece for piece in match.state.pieces if slot["hitched"][piece.index]]
    teams = [read_fact(match, "team", piece) for piece in hitched]
    assert len(set(teams)) == len(teams), f"two of one team are hitched: {teams}"
    for piece in hitched:
        if piece.cell < 0 and match.state.unsettled:
            continue
        assert (piece.kind, piece.solid, ball.solid) == ("robot", True, True), piece.index
        assert any(way[ball.cell] == piece.cell for way in match.way), f"{piece.index} is hitched from afar"


def check_arena(match: Match) -> None:
    """Markers are neither lost nor made, and no two share a start number (VLT-401, VLT-507, VLT-R01, VLT-R15)."""
    slot = match.state.ext["volt"]
    held = [number for number in slot["numbers"] if number]
    assert len(set(held)) == len(held) <= len(slot["pillars"]), held
    assert set(held) <= set(slot["pillars"]) == set(range(1, len(match.seats) + 1)), held
    assert sum(slot["lying"].values()) <= 3, slot["lying"]
    assert all(points <= 3 for points in slot["points"]), slot["points"]
    assert match.state.over == (3 in slot["points"]), slot["points"]
    markers = len(slot["supply"]) + sum(slot["lying"].values()) + sum(slot["points"])
    assert markers == 3 * len(slot["lying"]) or (not slot["supply"] and markers > 3 * len(slot["lying"])), markers


def check_cards(match: Match) -> None:
    """No card of the deck is lost or doubled (COM-15); beside them there are only the extra ones."""
    if "program-cards" not in match.state.ext:
        return
    slot = match.state.ext["program-cards"]
    options = match.state.ext.get("option-cards", {"reserve": [], "stored": [], "held": [], "pile": [], "returned": []})
    piles = [slot["deck"], slot["discard"], *slot["hands"], *slot["slots"], *slot["spare"]]
    piles += [options["reserve"], options["stored"]]
    cards = sorted(card for pile in piles for card in pile if card and card != "pause@0")
    without = () if match.rules.settings["program-cards"]["move3_cards"] else ("move3",)
    deck = [card for card in DECK if card.partition("@")[0] not in without]
    assert cards == deck, f"missing {set(deck) - set(cards)}, {len(cards)} cards"
    equipment = [*options["pile"], *options["returned"], *(card for held in options["held"] for card in held)]
    known = set(match.rules.registries.get("option-cards", ()))
    left_out = set(match.rules.settings.get("option-cards", {}).get("without", ()))
    assert sorted(equipment) == sorted(known - left_out), sorted(equipment)


def check_locks(match: Match) -> None:
    """As many registers are locked as the damage demands, the highest unless an owner may choose (COM-16)."""
    if "program-cards" not in match.state.ext:
        return
    chosen = match.rules.settings["program-cards"]["choose_freed_register"]
    options = match.state.ext.get("option-cards")
    for piece in match.state.pieces:
        locks = match.state.ext["program-cards"]["locks"][piece.index]
        count = min(5, max(0, piece.damage - 4)) if piece.cell >= 0 else 0
        if options:
            # Fire Control locks more (OPT-17), and a register that Recompile would lock locks later (OPT-06).
            later = int(options["unlocked"][piece.index])
            assert count - later <= len(locks) <= 5, f"robot {piece.index}: {piece.damage} damage, the locks {locks}"
            continue
        assert len(locks) == count, f"robot {piece.index} has {piece.damage} damage and the locks {locks}"
        assert chosen or locks == tuple(range(6 - count, 6)), locks


def check_shape(match: Match) -> None:
    """Frames and slots hold only what `roborally.core.state` allows, so that copies are deep enough."""
    assert list(state_problems(match.state)) == []
