"""Sequences: named lists of phases, run one after the other (the only flow that the kernel itself knows)."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from roborally.core.match import Match
    from roborally.core.rules import Frame


def sequence(name: str) -> "Frame":
    """Return a frame that runs the phases of the sequence `name` from the first."""
    return {"do": "sequence", "name": name, "at": 0}


def run_sequence(match: "Match", frame: "Frame") -> None:
    """Run phases until one is interrupted or the last is over; between two of them destructions are settled."""
    state = match.state
    steps = match.floor.steps[frame["name"]]
    index = frame["at"]
    last = len(steps)
    while True:
        if state.unsettled:
            match.settle()
        if state.over:
            return
        if index == last:
            match.done(frame)
            return
        step = steps[index]
        index += 1
        frame["at"] = index
        step(match)
        if match.interrupted:
            return


def run_walk(match: "Match", frame: "Frame") -> None:
    """Go on with a walk that was interrupted between two cells."""
    match.done(frame)
    piece = match.state.pieces[frame["piece"]]
    match.walk(piece, frame["direction"], frame["left"], frame["how"])


TURNS: "Frame" = {"do": "turns", "started": False}
"""The frame of a game that is played in turns: runs the sequence `turn` again and again."""


def stages(name: str, last: int) -> "Frame":
    """Return a frame that runs the sequence `name` once for each stage of the turn, from 1 to `last`."""
    return {"do": "stages", "name": name, "last": last, "started": False}


def run_turns(match: "Match", frame: "Frame") -> None:
    """Announce the end of a turn and begin the next."""
    if frame["started"]:
        match.moment("turn")
        if match.interrupted:
            frame["started"] = False
            return
    frame["started"] = True
    match.state.turn += 1
    match.state.stage = 0
    match.then(sequence("turn"))


def run_stages(match: "Match", frame: "Frame") -> None:
    """Announce the end of a stage and begin the next."""
    state = match.state
    if frame["started"]:
        match.moment("stage")
        if match.interrupted:
            frame["started"] = False
            return
    if state.stage == frame["last"]:
        match.done(frame)
        return
    frame["started"] = True
    state.stage += 1
    match.then(sequence(frame["name"]))


def announce_start(match: "Match") -> None:
    """Announce that a turn has been prepared and programming begins."""
    match.moment("start")
