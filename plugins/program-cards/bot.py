"""The answers of bots to questions about programs, hands, registers and power-downs (see `roborally.bots.plugin`)."""

from functools import partial
from typing import Any

from roborally.bots.plugin import Bots, Lookahead, note_best, share
from roborally.plugin import Decision, Dice, Match, Piece, hookimpl, offered, read_fact, run_on

from .chances import chance, prospect
from .deck import command_of
from .hand_counts import hand_of
from .nearness import nearness
from .outlook import damage_cost, has_route, outlook, worth
from .programs import best_program, good_programs, likely_program, nearest_program
from .search import EVERYTHING, Breadth, Search
from .state import slot_of
from .steps import PROGRAM

FEW = Breadth(8, 8)
"""The breadth of a search when the hand is tried with each facing."""
MEAGRE = 3.0
"""The gain, in registers, below which a hand is worth exchanging."""
TIRED = 5
"""The least damage with which a bot powers down: from here on, registers lock (COM-16)."""
TURN_LOST = 4.0
"""The cost of damage, in registers, above which a bot that looks ahead powers down."""
REPEATED = {"u-turn": 1, "back-up": 2, "left": 3, "right": 3, "move3": 4, "move1": 5, "move2": 5}
"""The usefulness of each command when repeated in every turn, 1 to 5; 0 for other commands or no card."""
STEPS_AHEAD = 400.0
"""In a mode without a route, the lead in steps (1000 for a goal) that makes winning e times as likely."""


def wants_new_cards(match: Match, decision: Decision, dice: Dice) -> str:
    """Return `yes`, to exchange the hand, if no program from it gains more than `MEAGRE` (STD-1404)."""
    piece = match.state.pieces[decision["piece"]]
    best = Search(match, piece, hand_of(match, piece), worth, EVERYTHING).run()
    gain = best[0].worth - worth(match, piece) if best else 0.0
    return "yes" if gain < MEAGRE and "yes" in offered(decision) else "no"


def wants_rest(match: Match, decision: Decision, dice: Dice) -> str:
    """Return `yes`, to power down or stay down, if damage locks registers (STD-1101, CLS-401)."""
    piece = match.state.pieces[decision["piece"]]
    return "yes" if piece.damage >= TIRED else "no"


def pays_to_rest(match: Match, decision: Decision, dice: Dice) -> str:
    """Return `yes`, to power down, if the damage costs more than a lost turn, else `no`."""
    return "yes" if damage_cost(match.state.pieces[decision["piece"]].damage) > TURN_LOST else "no"


def wants_to_return_down(match: Match, decision: Decision, dice: Dice) -> str:
    """Return `yes`, to return powered down, if the damage of a normal return would lock registers (CLS-402)."""
    return wants_rest(_after(match, decision, "no"), decision, dice)


def best_choice(match: Match, decision: Decision, dice: Dice) -> Any:
    """Return the choice after which the robot stands best.

    Choices before programming are tried up to programming, choices made with the program to the end of the turn.
    """
    return max(offered(decision), key=lambda choice: _worth_of(match, decision, choice))


def _worth_of(match: Match, decision: Decision, choice: Any) -> float:
    copy = _after(match, decision, choice)
    return worth(copy, copy.state.pieces[decision["piece"]])


def _after(match: Match, decision: Decision, choice: Any) -> Match:
    """Return a copy of the match with this answer, played on to programming or, once that has begun, the turn's end."""
    copy = match.clone()
    # Questions to others are unknown, so they are left out.
    copy.state.decisions[:] = [entry for entry in copy.state.decisions if entry["seat"] == decision["seat"]]
    copy.seal(decision["id"], choice)
    programming = any(entry["kind"] == "program" for entry in copy.state.decisions)
    run_on(copy, "turn" if programming else "start")
    return copy


def best_facing(match: Match, decision: Decision, dice: Dice) -> str:
    """Return the facing that allows the best program; without cards in the hand, the facing with the best position."""
    piece = match.state.pieces[decision["piece"]]
    hand = hand_of(match, piece)
    if not hand.commands:
        return str(best_choice(match, decision, dice))
    found = {}
    for choice in offered(decision):
        copy = match.clone()
        copy.state.sealed[decision["id"]] = choice
        found[choice] = Search(copy, piece, hand, worth, FEW).run()[0].worth
    return str(max(found, key=lambda choice: found[choice]))


def worst_lock(match: Match, decision: Decision, dice: Dice) -> int:
    """Return the number of the register whose card is the least useful to repeat, the lowest of equals (CNB-1203)."""
    slots = slot_of(match)["slots"][decision["piece"]]
    return int(min(offered(decision), key=lambda number: REPEATED.get(command_of(slots[number - 1]), 0)))


def likely_win(match: Match, piece: Piece) -> float:
    """Return a robot's chance to win, 0 to 1; in a mode without a route, by its lead in steps."""
    if match.state.over or has_route(match):
        return chance(match, piece)
    return share([nearness(match, robot) for robot in match.robots], match.robots.index(piece), STEPS_AHEAD)


def prepare(match: Match) -> None:
    """Compute the tables for bots in advance, if all robots have the same route.

    Then find a first program, because the first search of a process takes a tenth longer than later ones.
    """
    routes = [read_fact(match, "objectives", piece) for piece in match.robots]
    if has_route(match) and all(route == routes[0] for route in routes):
        known = outlook(match, match.robots[0])
        for reached in range(len(known.route)):
            known.ways(reached)
        asked = [entry for entry in match.state.decisions if entry["kind"] == "program"]
        if asked:
            best_program(match, asked[0], Dice(0))


@hookimpl
def register_bots(bots: Bots) -> None:
    """Register how bots find programs, and their answers to other questions about program cards."""
    bots.search("program", partial(nearest_program, note=note_best))
    bots.search("new-commands", wants_new_cards)
    bots.search("power-down", wants_rest)
    bots.search("stay-down", wants_rest)
    bots.search("return-down", wants_to_return_down)
    bots.search("respawn-facing", best_facing)
    bots.search("respawn-cell", best_choice)
    bots.search("free-register", worst_lock)
    bots.plan("program", partial(best_program, note=note_best))
    bots.plan("power-down", pays_to_rest)
    bots.prepare(prepare)
    bots.rival("program", Lookahead(good_programs, likely_program, prospect, "turn", likely_win))
    bots.steps("program", PROGRAM)
