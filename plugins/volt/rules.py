"""Registers the mode `volt` (VLT-301): operators fight with dice until one has three victory points."""

from roborally.plugin import (
    FORECAST_BEAMS,
    FORECAST_STOPS,
    FORECASTS,
    GAME_CHECKS,
    MARKS,
    ORDERS,
    PACES,
    SHEETS,
    SLOTS,
    Dice,
    Match,
    Pace,
    Rules,
    Settings,
    hookimpl,
    replaced,
)

from . import arena, crosses, facts, orders, outlook, prepare, programming, sheet, statistics
from .program import CROSSES, UNKNOWN
from .state import VoltSlot, slot_of

TOUGHNESS = 3
"""The points of damage at which a robot is destroyed (VLT-622)."""
OF_A_NUMBER = 3
"""The number of victory-point markers that exist for each space (VLT-R01)."""

PACE = {"relaxed": Pace(30, 80), "even": Pace(15, 40), "merciless": Pace(5, 14)}
"""The seconds that bots take for dice and start number in a race with people, by the setting (VLT-507, CLI-1503)."""


@hookimpl
def register(rules: Rules, settings: Settings) -> None:
    """Add phases, questions, facts and the arena; the order of the phases stands in plugin.toml (VLT-301)."""
    rules.toughness = TOUGHNESS
    rules.edge_is_wall = True  # VLT-102
    rules.phase("turn", "screens", prepare.clear_crosses)
    rules.phase("turn", "marker", prepare.draw_marker)
    rules.phase("turn", "damage", prepare.return_damage)
    rules.phase("turn", "placing", prepare.begin_placing)
    rules.phase("turn", "pillars", prepare.return_numbers)
    rules.phase("turn", "program", programming.ask_programs)
    rules.stages("turn", "crosses", "cross", CROSSES)
    rules.phase("cross", "dice", crosses.begin_cross)
    rules.phase("turn", "trigger", crosses.take_markers)
    rules.frame("volt-placing", prepare.run_placing)
    rules.frame("volt-dice", crosses.run_dice)
    rules.on("destroyed", crosses.reward_destruction)
    _add_questions(rules)
    _add_arena(rules)
    rules.slot(slot_of, redact, imagine)
    facts.add_facts(rules)
    statistics.add_statistics(rules)
    rules.add(PACES, "program", PACE[settings["volt_pace"]])
    rules.add(FORECASTS, "volt", programming.plan_alone)
    rules.add(FORECAST_STOPS, "volt-fire", "it fires")
    rules.add(FORECAST_BEAMS, crosses.CAUSE, "a red die fires")
    _declare_events(rules)


def _add_questions(rules: Rules) -> None:
    rules.decision("start-cell", prepare.commit_start_cell)
    rules.decision(
        "program", programming.commit_program, check=programming.check_program, sample=programming.sample_program
    )
    rules.add(ORDERS, "program", orders.PROGRAM)
    rules.add(SHEETS, "program", sheet.program)
    rules.add(SHEETS, "start-number", sheet.start_number)
    rules.add(MARKS, "volt", sheet.markers)
    rules.add(SLOTS, "volt", sheet.slot)
    rules.decision(
        "start-number", programming.commit_number, check=programming.check_number, sample=programming.sample_number
    )


def _add_arena(rules: Rules) -> None:
    for kind in (arena.START, arena.POINT, arena.SHOP):
        rules.element(kind)
    rules.table("volt-starts", arena.start_cells)
    rules.table("volt-points", arena.point_cells)
    rules.table("volt-rays", arena.diagonal_rays)
    rules.table("volt-distances", outlook.distances)
    rules.add(GAME_CHECKS, "volt", arena.seat_problem)


def _declare_events(rules: Rules) -> None:
    rules.event("volt-marker", {"number": "the space on which a victory-point marker has been put", "cell": "its cell"})
    laid = "the dice that an operator has laid, by cross"
    rules.event("program", {"piece": "whose program it is", "cards": laid, "only_for": "the operator's seat"})
    rules.event("volt-number", {"piece": "whose operator is ready", "number": "the start number that it takes"})
    rules.event("volt-return", {"piece": "whose start number goes back to its pillar"})
    dice = "(piece, die) for each die on the cross, in the order of activation"
    rules.event("reveal", {"register": "the number of the cross, from 1", "cards": dice})
    removed = "the cross from which all dice are removed, or whose die is one that nobody has"
    rules.event("volt-removed", {"piece": "whose dice they are", "cross": removed})
    die = {"number": "the number on the die", "cross": "the cross on which it lies"}
    walks = {"piece": "whose blue die is activated; steps follow", "direction": "where it walks", **die}
    rules.event("volt-move", walks)
    fires = {"piece": "whose red die is activated; a beam follows", "direction": "where it fires; also a diagonal"}
    rules.event("volt-fire", {**fires, **die})
    rules.event("volt-taken", {"piece": "who takes a marker", "number": "of which space", "cell": "its cell"})
    rules.event("volt-points", {"piece": "whose operator has received a victory point", "total": "how many it has now"})


@hookimpl
def setup(match: Match) -> None:
    """Prepare the first turn with random start numbers (VLT-107, VLT-109); all robots are outside."""
    count = len(match.state.pieces)
    players = len(match.seats)
    numbers = list(range(1, players + 1))
    match.dice("start-numbers").shuffle(numbers)
    sides = [side or 0 for side in arena.sides_of(match.floor, match.seats)]
    spaces = sorted(match.floor.tables["volt-points"])
    slot_of.fill(
        match,
        {
            "sides": (*sides, *[0] * (count - players)),
            "numbers": (*numbers, *[0] * (count - players)),
            "points": (0,) * count,
            "crosses": ((),) * count,
            "pillars": tuple(sorted(numbers)),
            "lying": {str(number): 0 for number in spaces},
            "supply": tuple(number for number in spaces for _ in range(OF_A_NUMBER)),
            "scripted": False,
            "programs": ((),) * count,
            "wanted": (0,) * count,
            "draws": (),
        },
    )


def redact(match: Match, seat: int, slot: VoltSlot) -> None:
    """Hide the dice of other seats until they are activated (VLT-501, COM-18), and the plans of a scenario."""
    slot["draws"] = ()
    slot["programs"] = ((),) * len(slot["programs"])
    known = match.state.stage
    for piece in match.state.pieces:
        if piece.seat != seat:
            program = slot["crosses"][piece.index]
            slot["crosses"] = replaced(
                slot["crosses"], piece.index, (*program[:known], *[UNKNOWN] * len(program[known:]))
            )


def imagine(match: Match, seat: int, dice: Dice) -> None:
    """Replace hidden dice by random ones that their owners may still have."""
    slot = slot_of(match)
    slot["crosses"] = tuple(programming.completed(program, dice) for program in slot["crosses"])
