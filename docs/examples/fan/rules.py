"""Fans: in its registers, a fan blows the first robot in its line one space away."""

from roborally.plugin import Floor, Frame, Match, Rules, hookimpl

Blades = dict[int, list[tuple[int, int]]]
"""The fans that run in each register: the cell and the direction of each, in the order of the cells."""


class FanFrame(Frame):
    """The frame that lets the fans blow in turn; `next` is the index of the next fan in its register."""

    next: int


@hookimpl
def register(rules: Rules) -> None:
    """Add the element, the table of a board's fans, and a phase after the belts."""
    rules.element("fan")
    rules.table("fans", by_register)
    rules.phase("register", "fans", start, needs=("fan",), after=("slow-belts", "all-belts", "express-belts", "cards"))
    rules.frame("fans", blow)
    rules.event("fan", {"piece": "who is caught by a fan"})


def by_register(floor: Floor) -> Blades:
    """Return the fans of a board by register; this is computed once."""
    table: Blades = {}
    for element in floor.board.of_kind("fan"):
        for number in element.values["registers"]:
            table.setdefault(number, []).append((floor.index(element.cell), element.values["direction"]))
    return {number: sorted(fans) for number, fans in table.items()}


def start(match: Match) -> None:
    """Begin with the first fan."""
    frame: FanFrame = {"do": "fans", "next": 0}
    match.then(frame)


def blow(match: Match, frame: FanFrame) -> None:
    """Let the fans of this register blow; pause when a space that a robot enters asks a question."""
    fans = match.floor.tables["fans"].get(match.state.stage, [])
    while frame["next"] < len(fans):
        cell, direction = fans[frame["next"]]
        frame["next"] += 1
        piece = match.first_on((cell, *match.rays[direction][cell]))
        if piece is not None:
            match.new_beat()
            match.emit("fan", piece=piece.index)
            match.step(piece, direction, how="fan")
        if match.interrupted:
            return
    match.done(frame)
