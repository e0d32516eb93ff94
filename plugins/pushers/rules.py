"""Pushers (CLS-202, CNB-803, CNB-R09): elements that push the piece on their cell in some registers."""

from typing import Final, TypedDict

from roborally.plugin import Floor, Frame, Match, Piece, Rules, Settings, hookimpl, plugin_settings


class PushersSettings(TypedDict):
    """The settings of the plugin `pushers` in one match; plugin.toml describes each."""

    pushers_push_lines: bool


settings_of: Final = plugin_settings("pushers", PushersSettings)
Due = tuple[tuple[int, int, int], ...]
"""The pieces to be pushed, in order, as (index of the piece, the pusher's cell, direction)."""


class PushFrame(Frame):
    """A frame that carries out the remaining pushes after an interruption."""

    due: Due


@hookimpl
def register(rules: Rules, settings: Settings) -> None:
    """Register the element `pusher`, its phase, and the frame that continues after an interruption."""
    rules.element("pusher")
    rules.table("pushers", by_register)
    rules.phase(
        "register", "pushers", start_pushing, needs=("pusher",), after=("all-belts", "express-belts"), local=True
    )
    rules.frame("push-on", go_on)
    rules.event("pushers", {"cells": "the pushers that come forward: pairs of a cell and the directions there"})


def by_register(floor: Floor) -> dict[int, dict[int, tuple[int, ...]]]:
    """Return, by number of the register and cell, the directions of the pushers that are active."""
    table: dict[int, dict[int, tuple[int, ...]]] = {}
    for element in floor.board.of_kind("pusher"):
        for number in element.values["registers"]:
            cells = table.setdefault(number, {})
            index = floor.index(element.cell)
            cells[index] = (*cells.get(index, ()), element.values["direction"])
    return table


def start_pushing(match: Match) -> None:
    """Push the pieces on active pushers, in the order of the cells (CNB-R09)."""
    active = match.floor.tables["pushers"].get(match.state.stage)
    if not active:
        return
    if match.watch is not None:
        match.emit("pushers", cells=tuple(sorted((match.floor.cells[cell], active[cell]) for cell in active)))
    due = [
        (piece.index, piece.cell, direction)
        for piece in match.state.pieces
        if piece.cell in active
        for direction in active[piece.cell]
    ]
    if due:
        push(match, tuple(sorted(due, key=lambda pair: (pair[1], pair[0], pair[2]))))


def push(match: Match, due: Due) -> None:
    """Push the pieces of `due`, one after another; skip a piece that has left its pusher's cell."""
    lines = settings_of(match)["pushers_push_lines"]
    for number, (index, cell, direction) in enumerate(due):
        piece = match.state.pieces[index]
        if piece.cell == cell and _may_push(match, piece, direction):
            match.step(piece, direction, push=lines, how="pusher")
            if match.interrupted:
                match.then(PushFrame(do="push-on", due=due[number + 1 :]))
                return


def _may_push(match: Match, piece: Piece, direction: int) -> bool:
    return bool(match.value("floor-moves", [(piece, match.way[direction][piece.cell], direction)]))


def go_on(match: Match, frame: PushFrame) -> None:
    """Carry out the pushes left in the frame."""
    match.done(frame)
    push(match, frame["due"])
