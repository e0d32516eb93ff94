"""The frames that the kernel itself runs: sequences of phases, stages, turns, and the rest of a walk."""

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from roborally.core.data import SequenceFrame, StagesFrame, TurnsFrame, WalkFrame
    from roborally.core.match import Match


def sequence(name: str, at: int = 0) -> "SequenceFrame":
    """Return a frame that runs the phases of the sequence `name` from index `at` on."""
    return {"do": "sequence", "name": name, "at": at}


def run_sequence(match: "Match", frame: "SequenceFrame") -> None:
    """Run the phases of a sequence until one is interrupted or the last is over."""
    if _run_phases(match, frame):
        match.done(frame)


def _run_phases(match: "Match", frame: "SequenceFrame") -> bool:
    """Run phases from `frame["at"]` on and settle destructions after each; return false if one was interrupted."""
    state = match.state
    if state.unsettled:
        match.settle()
        if match.interrupted:
            return False
    unwatched, watched = match.floor.plans
    plan = (unwatched if match.watch is None else watched)[frame["name"]]
    at, last = frame["at"], plan.last
    while at < last:
        steps = plan.sure[at]
        if not steps:
            marks = (match.taken or match.look_around()) & plan.marks
            steps = (plan.known.get(marks) or plan.due(marks))[at]
            if not steps:
                break
        for at, step in steps:
            frame["at"] = at
            step(match)
            if match.interrupted:
                return False
            if state.unsettled:
                match.settle()
                if match.interrupted:
                    return False
            if not match.taken:
                break  # a piece has moved, so other phases may be due
    frame["at"] = last  # also if the last phases have nothing to do
    return True


def run_walk(match: "Match", frame: "WalkFrame") -> None:
    """Continue a walk that was interrupted between two cells, and remove its frame."""
    match.done(frame)
    piece = match.state.pieces[frame["piece"]]
    match.walk(piece, frame["direction"], frame["left"], frame["how"])


TURNS: "TurnsFrame" = {"do": "turns", "started": False, "asked": 0, "idle": 0}
"""The first frame of a game that is played in turns: it runs the sequence `turn` again and again."""

IDLE_TURNS: Final = 50
"""The number of turns in a row without a decision after which a match is a draw: nothing will ever change."""


def stages(name: str, last: int) -> "StagesFrame":
    """Return a frame that runs the sequence `name` once for each stage of the turn, from 1 to `last`.

    The frame is also the sequence's own frame: `at` is the next phase, 0 before the first stage.
    """
    return {"do": "stages", "name": name, "last": last, "at": 0, "running": False}


def run_turns(match: "Match", frame: "TurnsFrame") -> None:
    """Announce the end of the running turn, if any, and begin the next; after too many idle turns, end the match."""
    if frame["started"]:
        match.moment("turn")
        if match.interrupted:
            frame["started"] = False
            return
    frame["started"] = True
    state = match.state
    frame["idle"] = frame["idle"] + 1 if frame["asked"] == state.next_id else 0
    frame["asked"] = state.next_id
    if frame["idle"] > IDLE_TURNS:
        match.finish(())
        return
    state.turn += 1
    state.stage = 0
    match.then(sequence("turn"))


def run_stages(match: "Match", frame: "StagesFrame") -> None:
    """Run stage after stage of a turn, and announce the end of each."""
    state = match.state
    while True:
        if frame["running"]:
            if not _run_phases(match, frame):
                return
            if match.halting_at or match.watch is not None:
                frame["running"] = False
                match.moment("stage")
                if match.interrupted:
                    return
        if state.stage == frame["last"]:
            match.done(frame)
            return
        state.stage += 1
        frame["at"] = 0
        frame["running"] = True


def announce_start(match: "Match") -> None:
    """Announce the moment `start`: the turn has been prepared and programming begins."""
    match.moment("start")
