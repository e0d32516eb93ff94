"""Archive markers, lives and re-entry (STD sections 9 and 10, CLS-302, CLS-303, CNB section 14)."""

from typing import cast

from roborally.core.data import SequenceFrame
from roborally.plugin import SHEETS, Match, Piece, Rules, Settings, hookimpl, replaced

from . import facts, reentry, sheet
from .markers import forget_choices
from .state import ArchiveSlot, settings_of, slot_of


@hookimpl
def register(rules: Rules, settings: Settings) -> None:
    """Add re-entry with its questions, points and values, and the end of the game by elimination."""
    rules.slot(slot_of, redact)
    rules.phase("turn", "re-entry", reentry.start)
    rules.frame(reentry.REENTRY, reentry.run)
    rules.decision("respawn-facing", reentry.commit_facing)
    rules.decision("respawn-cell", reentry.commit_cell)
    rules.add(SHEETS, "respawn-facing", sheet.facing)
    rules.add(SHEETS, "respawn-cell", sheet.cell)
    rules.point("before-reentry", "(piece): a destroyed robot is about to come back; ask what belongs to this moment")
    rules.point("re-entered", "(piece): a destroyed robot has come back")
    rules.point("placing", "(piece, cell): a robot is about to be placed; it may be made solid or not")
    rules.point("entry", "(piece): a robot has entered the floor for the first time")
    rules.on("destroyed", count_destruction)
    rules.on("settled", look_for_last)
    rules.on("programming", reentry.ask_facings)
    rules.declare_value("respawn-damage", "damage of a robot that re-enters; (piece)")
    rules.declare_value(
        "archive-cell", "cell on which a piece re-enters, -1 as long as its marker is not laid; (piece)"
    )
    rules.declare_value("may-archive", "whether a piece may move its archive marker; (piece)")
    rules.declare_value("may-touch", "whether checkpoints count for a piece; (piece)")
    facts.add_facts(rules)
    rules.event("archive", {"piece": "whose archive marker has been moved", "cell": "where it lies now"})
    rules.event("lives", {"piece": "who has lost a life", "lives": "how often it may still come back"})
    rules.event("eliminated", {"piece": "who cannot come back any more"})
    rules.event("one-facing", {"piece": "who has come back and may face one direction alone"})


@hookimpl
def setup(match: Match) -> None:
    """Give every robot its lives, without a start cell or an archive marker."""
    count = len(match.state.pieces)
    slot_of.fill(
        match,
        {
            "cells": (-1,) * count,
            "stacked": (0,) * count,
            "starts": (-1,) * count,
            "facings": (0,) * count,
            "lives": (settings_of(match)["lives"],) * count,
            "out": (False,) * count,
            "fallen": ((),) * count,
            "chosen_facings": (-1,) * count,
            "chosen_cells": (-1,) * count,
            "count": 0,
        },
    )


def redact(match: Match, seat: int, slot: ArchiveSlot) -> None:
    """Hide the re-entry choices of other seats (CNB-R05, AUE-R17)."""
    for piece in match.state.pieces:
        if piece.seat != seat:
            forget_choices(slot, piece)


def count_destruction(match: Match, piece: Piece) -> None:
    """Store when a robot was destroyed; eliminate the robot if it has no life left (STD-1005, CLS-303).

    Robots destroyed while a robot acts come one after the other; those destroyed by elements of a phase come at one
    moment (CLS-R01). Lives may be unlimited.
    """
    slot = slot_of(match)
    if piece.kind != "robot":
        return
    phase = 0
    for frame in reversed(match.state.agenda):
        if "at" in frame:
            phase = cast(SequenceFrame, frame)["at"]
            break
    settings = settings_of(match)
    one_by_one = settings["reentry_order"] == "one_by_one" and match.state.actor >= 0
    number = (sum(map(bool, slot["fallen"])),) if one_by_one else ()
    slot["fallen"] = replaced(slot["fallen"], piece.index, (match.state.stage, phase, *number))
    if settings["unlimited_lives"]:
        return
    if slot["lives"][piece.index] == 0:
        slot["out"] = replaced(slot["out"], piece.index, True)
        match.emit("eliminated", piece=piece.index)
    elif settings["life_paid"] == "at_destruction":
        slot["lives"] = replaced(slot["lives"], piece.index, slot["lives"][piece.index] - 1)
        match.emit("lives", piece=piece.index, lives=slot["lives"][piece.index])


def look_for_last(match: Match) -> None:
    """End a game of several robots when at most one is left (STD-1302, STD-R28, CNB-R23)."""
    out = slot_of(match)["out"]
    if True not in out:
        return
    robots = match.robots
    left = tuple(piece.index for piece in robots if not out[piece.index])
    if len(robots) > 1 and len(left) <= 1:
        match.finish(left)
