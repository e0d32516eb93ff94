"""Asks at the end of every register which robots hitch and unhitch (RBL section 4)."""

from roborally.plugin import Decision, Frame, Match, Piece

from .ball import hitch, hitched_robots, in_contact, release, release_the_lost
from .homes import team_of
from .state import slot_of

YES_OR_NO = ("yes", "no")


class HitchingFrame(Frame):
    """A frame that asks owners one after the other; `queue` has pairs of `hitch` or `unhitch` and a robot's index."""

    queue: tuple[tuple[str, int], ...]


def start_declarations(match: Match) -> None:
    """Add a frame with all questions by order of cards; teammates may unhitch before a robot may hitch (RBL-406)."""
    release_the_lost(match)
    touching = [robot for robot in match.robots if in_contact(match, robot)]
    queue: list[tuple[str, int]] = []
    for robot in match.value("acting-order", touching) if touching else ():
        team = team_of(match, robot)
        mates = [mate for mate in hitched_robots(match) if team_of(match, mate) == team]
        queue += [("unhitch", mate.index) for mate in mates if ("unhitch", mate.index) not in queue]
        if robot not in mates:
            queue.append(("hitch", robot.index))
    if queue:
        match.then(HitchingFrame(do="hitching", queue=tuple(queue)))


def run_declarations(match: Match, frame: HitchingFrame) -> None:
    """Ask the next owner in the frame whose robot may hitch or unhitch; each answer takes effect at once."""
    while frame["queue"]:
        (kind, index), *rest = frame["queue"]
        frame["queue"] = tuple(rest)
        robot = match.state.pieces[index]
        if may_declare(match, robot, kind):
            match.ask(kind, robot, "no", YES_OR_NO)
            return
    match.done(frame)


def may_declare(match: Match, robot: Piece, kind: str) -> bool:
    """Return whether a robot may do `kind` now: `hitch` (RBL-401, RBL-403) or `unhitch` (RBL-404, RBL-405)."""
    if match.value("powered-down", False, robot):
        return False
    if kind == "unhitch":
        return bool(slot_of(match)["hitched"][robot.index])
    team = team_of(match, robot)
    taken = any(team_of(match, mate) == team for mate in hitched_robots(match))
    return not taken and in_contact(match, robot)


def commit_hitch(match: Match, decision: Decision, answer: str | None) -> None:
    """Hitch the robot if its owner agrees (RBL-403)."""
    if answer == "yes":
        hitch(match, match.state.pieces[decision["piece"]])


def commit_unhitch(match: Match, decision: Decision, answer: str | None) -> None:
    """Unhitch the robot if its owner agrees (RBL-404)."""
    if answer == "yes":
        release(match, match.state.pieces[decision["piece"]])
