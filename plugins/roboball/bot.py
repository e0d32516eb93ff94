"""The answers of bots to the questions of RoboBall, programs included (see `roborally.bots.plugin`).

Programs are grown register by register with the real rules: the others stand still where they are, the bot's robot
hitches the ball whenever it can, and the best situations are continued.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from roborally.bots.plugin import Bots, Lookahead, share
from roborally.plugin import DIRECTIONS, NAMES, AnswerError, Decision, Dice, Match, Piece, hookimpl, offered, run_on
from roborally_plugins.archive.api import archive_cell
from roborally_plugins.power_down.api import will_be_down
from roborally_plugins.program_cards.api import (
    EMPTY,
    REGISTERS,
    command_of,
    empty_piles,
    hand,
    locks,
    priority_of,
    set_slots,
    slots,
)

from .ball import hitched_robots, in_contact, the_ball
from .chart import chart_of, is_out_of_reach
from .homes import last_team, team_of
from .state import slot_of

CARD_BY_CARD, NARROW, WIDE = 1, 2, 10
"""How many situations a search continues after each register: three widths."""
WON = 1000.0
GOAL = 100.0
"""The value of a goal of the own team that does not end the match (RBL-R14)."""
BALL_STEP = 10.0
"""The value of each cell by which the ball is nearer to the own team's home."""
RIVAL_STEP = 4.0
"""The value of each cell by which the ball is farther from another team's home, up to `NEAR` cells."""
NEAR = 6
HITCHED = 14.0
ROBOT_STEP = 2.0
"""The value of each cell by which the robot is nearer to the ball."""
FACING = 1.0
LOST_ROBOT = 40.0
DAMAGE_COSTS = (0.0, 0.4, 0.9, 1.5, 2.5, 5.0, 8.0, 12.0, 17.0, 25.0)
BELOW_THE_BALL = 3.0
RIVAL_HITCHED = 26.0
"""The cost of each hitched robot of another team; pushing the ball over a brink frees it (RBL-701)."""
RIVAL_LOST = 10.0
"""The value of each destroyed robot of another team, which stays away until the next turn."""
RIVAL_DAMAGE = 0.5
"""The value of each point of damage of a robot of another team."""
WATCHED = 8
"""The largest distance from the ball, in steps, of robots whose likely programs a bot takes into account."""
HEAD_START = 80.0
"""The lead, in the unit of `worth`, that makes winning e times as likely."""


Program = tuple[str, ...]
Left = tuple[tuple[str, Program], ...]
Judge = Callable[[Match, Piece], float]


class BallSituation(NamedTuple):
    """A match at the end of a register, its value, the commands played so far, and the cards left of each command.

    The cards of a command are sorted by priority, the highest first.
    """

    match: Match
    worth: float
    program: tuple[str, ...]
    left: Left


def nearest_program(match: Match, decision: Decision, dice: Dice) -> Program:
    """Return a program of the best card for each register, chosen one register at a time."""
    return programs(match, decision, dice, CARD_BY_CARD, 1, worth_while_dragged)[0]


def best_program(match: Match, decision: Decision, dice: Dice) -> Program:
    """Return the program that leads to the best situation while the other robots play likely programs."""
    expected = match.clone()
    expect_others(expected, match.state.pieces[decision["piece"]])
    return programs(expected, decision, dice, WIDE, 1)[0]


def good_programs(match: Match, decision: Decision, dice: Dice, count: int) -> list[Program]:
    """Return at most `count` programs, the best first, for the case that the other robots stand still."""
    return programs(match, decision, dice, WIDE, count)


def likely_program(match: Match, decision: Decision, dice: Dice) -> Program:
    """Return a likely program of another player, from the hand in an imagined match."""
    return programs(match, decision, dice, NARROW, 1)[0]


def programs(
    match: Match, decision: Decision, dice: Dice, width: int, count: int, judge: Judge | None = None
) -> list[Program]:
    """Return at most `count` legal programs, the best first, found by `search`; a random one if it finds none."""
    piece = match.state.pieces[decision["piece"]]
    found: list[Program] = []
    for situation in search(match, piece, width, judge):
        answer = laid_out(match, piece, situation.program)
        try:
            match.checked(decision, answer)
        except AnswerError:
            continue
        if answer not in found:
            found.append(answer)
        if len(found) == count:
            break
    sample = match.rules.decisions["program"].sample
    if not found and sample is not None:
        found.append(tuple(sample(match, decision, dice)))
    return found


def expect_others(match: Match, piece: Piece) -> None:
    """Give the other robots near the ball likely programs from their hands, in an imagined match."""
    chart, ball = chart_of(match.floor), the_ball(match)
    likely = {}
    for other in match.robots:
        if other.index == piece.index or other.cell < 0 or chart.steps(ball.cell, other.cell) > WATCHED:
            continue
        likely[other.index] = laid_out(match, other, search(match, other, CARD_BY_CARD)[0].program)
    for index, cards in likely.items():
        own = slots(match, match.state.pieces[index])
        set_slots(match, match.state.pieces[index], tuple(card or old for card, old in zip(cards, own, strict=True)))


def search(match: Match, piece: Piece, width: int, judge: Judge | None = None) -> list[BallSituation]:
    """Return the situations at the end of the registers, the best first; each step continues `width` of them.

    `judge` returns the value of a situation, by default `worth`.
    """
    judge = judge or worth
    start = match.clone()
    sealed = start.state.sealed  # Answers that the owner has already given, such as a facing, are carried out.
    own = [entry for entry in start.state.decisions if entry["piece"] == piece.index and entry["id"] in sealed]
    start.state.decisions[:] = own
    start.state.sealed = {entry["id"]: sealed[entry["id"]] for entry in own}
    empty_piles(start)
    commands: dict[str, list[str]] = {}
    for card in sorted(hand(match, piece), key=priority_of, reverse=True):
        commands.setdefault(command_of(card), []).append(card)
    layer = [BallSituation(start, 0.0, (), tuple((name, tuple(cards)) for name, cards in sorted(commands.items())))]
    ended: list[BallSituation] = []
    for register in range(1, REGISTERS + 1):
        found: dict[Any, BallSituation] = {}
        for situation in layer:
            for following in _continued(situation, piece, register, judge):
                key = (_signature(following.match, piece.index), following.left)
                found.setdefault(key, following)
        ordered = sorted(found.values(), key=lambda situation: -situation.worth)
        ended += [situation for situation in ordered if situation.match.state.over]
        layer = [situation for situation in ordered if not situation.match.state.over][:width]
        if any(situation.worth > 0 for situation in ended):
            break
    return sorted([*ended, *layer], key=lambda situation: -situation.worth)


def _continued(situation: BallSituation, piece: Piece, register: int, judge: Judge) -> list[BallSituation]:
    """Return the situations after one more register, one for each command left; only one for a locked register."""
    if register in locks(situation.match, piece):
        card = slots(situation.match, piece)[register - 1]
        return [_after(situation, piece, register, card, situation.left, judge)]
    following = []
    for command, cards in situation.left:
        if cards:
            left = tuple((name, rest[name == command :]) for name, rest in situation.left)
            following.append(_after(situation, piece, register, cards[0], left, judge))
    return following or [_after(situation, piece, register, EMPTY, situation.left, judge)]


def _after(situation: BallSituation, piece: Piece, register: int, card: str, left: Left, judge: Judge) -> BallSituation:
    match = situation.match.clone()
    laid = slots(match, piece)
    set_slots(match, piece, (*laid[: register - 1], card, *laid[register:]))
    run_on(match, "stage", _hitches_gladly)
    program = (*situation.program, command_of(card))
    return BallSituation(match, judge(match, match.state.pieces[piece.index]), program, left)


def _hitches_gladly(asked: Decision) -> Any:
    """Return `yes` to the question of any robot's owner whether to hitch, else the default answer."""
    return "yes" if asked["kind"] == "hitch" else asked["default"]


def _signature(match: Match, index: int) -> tuple[Any, ...]:
    piece, ball = match.state.pieces[index], the_ball(match)
    hitched = tuple(slot_of(match)["hitched"])
    return (piece.cell, piece.facing, piece.damage, ball.cell, ball.solid, hitched, match.state.over)


def laid_out(match: Match, piece: Piece, program: tuple[str, ...]) -> tuple[str, ...]:
    """Return the hand's cards for a program, the highest of a command first; locked registers stay empty."""
    left = sorted(hand(match, piece), key=priority_of, reverse=True)
    cards = []
    for number in range(1, REGISTERS + 1):
        command = program[number - 1] if number <= len(program) else ""
        fitting = [card for card in left if number > len(program) or command_of(card) == command]
        if number in locks(match, piece) or not fitting:
            cards.append(EMPTY)
            continue
        cards.append(fitting[0])
        left.remove(fitting[0])
    return tuple(cards)


def worth(match: Match, piece: Piece) -> float:
    """Return how good a situation is for the team of a robot; more than 0 only when the team has won."""
    team = team_of(match, piece)
    if match.state.over:
        return WON if slot_of(match)["winner"] == team else -WON
    ball = the_ball(match)
    chart = chart_of(match.floor)
    goals = slot_of(match).get("goals", (0,) * last_team(match))
    lead = goals[team - 1] - max(goals[: team - 1] + goals[team:], default=0)
    own, rival = chart.home_steps(team, ball.cell), chart.rival_steps(team, last_team(match), ball.cell)
    value = -BALL_STEP * own - RIVAL_STEP * max(0, NEAR - rival) + GOAL * lead
    if any(team_of(match, robot) == team for robot in hitched_robots(match)):
        value += HITCHED
    value += sum(_harm(match, robot) for robot in match.robots if team_of(match, robot) != team)
    if piece.cell < 0:
        return value - LOST_ROBOT - WON / 2
    value -= DAMAGE_COSTS[min(piece.damage, len(DAMAGE_COSTS) - 1)]
    if piece.cell == ball.cell:
        return value - BELOW_THE_BALL - WON / 2
    return value + _place(match, piece, team) - WON / 2


def worth_while_dragged(match: Match, piece: Piece) -> float:
    """Return `worth`, with a ball that the own team drags counted as near to home as its dragging robot.

    For bots that look no further than a register: to drag a ball home, a robot first takes it past the home, and away
    from it when the ball lies beside the home. By `worth` alone they would turn on the spot there forever.
    """
    team, chart = team_of(match, piece), chart_of(match.floor)
    holder = next((robot for robot in hitched_robots(match) if team_of(match, robot) == team), None)
    if holder is None or match.state.over:
        return worth(match, piece)
    ball = the_ball(match)
    steps = chart.home_steps(team, ball.cell)
    value = worth(match, piece) + BALL_STEP * max(0, steps - chart.home_steps(team, holder.cell))
    if piece.cell >= 0 and match.way[piece.facing][piece.cell] == ball.cell:
        beyond = match.way[piece.facing][ball.cell]
        value -= FACING * (beyond < 0 or chart.home_steps(team, beyond) >= steps)  # pushing it there gains nothing
    return value


def chance(match: Match, piece: Piece) -> float:
    """Return the chance of a robot's team to win, 0 to 1."""
    team = team_of(match, piece)
    if match.state.over:
        return 1.0 if slot_of(match)["winner"] == team else 0.0
    teams = sorted({team_of(match, robot) for robot in match.robots})
    best = [max(worth(match, robot) for robot in match.robots if team_of(match, robot) == own) for own in teams]
    return share(best, teams.index(team), HEAD_START)


def way_home(match: Match, piece: Piece) -> float:
    """Return the number of steps from the ball to the home of a robot's team."""
    return chart_of(match.floor).home_steps(team_of(match, piece), the_ball(match).cell)


def _harm(match: Match, rival: Piece) -> float:
    """Return the value of a rival's damage or destruction, less the cost of a hitched rival."""
    if rival.cell < 0:
        return RIVAL_LOST
    return RIVAL_DAMAGE * rival.damage - RIVAL_HITCHED * slot_of(match)["hitched"][rival.index]


def _place(match: Match, piece: Piece, team: int) -> float:
    """Return the value of a robot's cell and facing: it should face the ball if near, or its home while hitched."""
    chart, ball = chart_of(match.floor), the_ball(match)
    if slot_of(match)["hitched"][piece.index]:
        ahead = chart.home_steps(team, piece.cell) < chart.home_steps(team, ball.cell)
        return FACING * ahead + FACING * (_faces_toward(match, piece, chart.home(team)))
    steps = chart.steps(ball.cell, piece.cell)
    return -ROBOT_STEP * (steps - 1) + FACING * _faces_toward(match, piece, ball.cell)


def _faces_toward(match: Match, piece: Piece, goal: int) -> bool:
    ahead = match.way[piece.facing][piece.cell]
    chart = chart_of(match.floor)
    return ahead >= 0 and chart.steps(goal, ahead) < chart.steps(goal, piece.cell)


# --- other questions ------------------------------------------------------------------------------------------------


def wants_hitch(match: Match, decision: Decision, dice: Dice) -> str:
    """Return `yes`: a bot hitches whenever it can."""
    return "yes"


def wants_release(match: Match, decision: Decision, dice: Dice) -> str:
    """Return `yes` if a teammate touches the ball too and the robot is down in the next turn (RBL-405)."""
    index = decision["piece"]
    team = team_of(match, match.state.pieces[index])
    mates = [mate for mate in match.robots if team_of(match, mate) == team and mate.index != index]
    waiting = any(in_contact(match, mate) for mate in mates)
    return "yes" if waiting and will_be_down(match, match.state.pieces[index]) else "no"


def wants_extraction(match: Match, decision: Decision, dice: Dice) -> str:
    """Return `yes` if no robot can touch the ball within one turn (RBL-R10)."""
    return "yes" if is_out_of_reach(match) else "no"


def faces_the_ball(match: Match, decision: Decision, dice: Dice) -> str:
    """Return the facing for a re-entry in which the way to the ball begins."""
    chart, ball = chart_of(match.floor), the_ball(match)
    cell = archive_cell(match, match.state.pieces[decision["piece"]])
    ways = [match.way[direction][cell] for direction in DIRECTIONS]
    steps = [chart.steps(ball.cell, way) if way >= 0 else chart.FAR for way in ways]
    return str(min(offered(decision), key=lambda choice: steps[NAMES.index(choice)]))


@hookimpl
def register_bots(bots: Bots) -> None:
    """Register programs that aim at the ball instead of checkpoints, and answers to questions about the ball."""
    bots.search("program", nearest_program, replaces="program-cards")
    bots.search("respawn-facing", faces_the_ball, replaces="program-cards")
    bots.search("hitch", wants_hitch)
    bots.search("unhitch", wants_release)
    bots.search("extraction", wants_extraction)
    bots.plan("program", best_program, replaces="program-cards")
    lookahead = Lookahead(good_programs, likely_program, worth, "turn", chance, way_home)
    bots.rival("program", lookahead, replaces="program-cards")
