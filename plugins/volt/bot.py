"""The answers of bots to the questions of VOLT (see `roborally.bots.plugin`).

Programs are tried out with the real rules against programs that the others may have laid: all candidates meet the same
few samples of them. The best candidates are then changed one die at a time.
"""

from collections.abc import Sequence

from roborally.bots.plugin import Bots, Lookahead, share
from roborally.plugin import DIRECTIONS, Decision, Dice, Match, Piece, hookimpl, offered, replaced

from .outlook import place_worth, worth
from .program import CROSSES, FACES, FIRE, MOVE, OF_A_COLOUR, UNKNOWN, PlacedDie, all_dice
from .programming import completed, numbers_left
from .state import slot_of
from .steps import PROGRAM, START_NUMBER

SCENES = 10
"""The number of scenes, copies of the match with random programs of the others, in which a program is tried."""
FEW_SCENES = 3
"""The number of scenes in which every candidate is tried at first."""
WALKS = 36
"""The number of best walks that become candidates."""
AT_RANDOM = 48
"""The number of random programs that become candidates."""
BEST = 12
"""The number of best candidates that are tried in all scenes."""
CHANGES = 48
"""The number of changes to the best candidate that are tried."""
LIKELY_WALKS = 5
"""The number of best walks of which another operator is assumed to take one."""

HEAD_START = 15.0
"""The lead, in the unit of `worth`, that makes winning e times as likely."""

Program = tuple[str, ...]
_DICE = {action: [die.written for die in all_dice(action)] for action in (MOVE, FIRE)}


# --- programs -------------------------------------------------------------------------------------------------------


def nearest_program(match: Match, decision: Decision, dice: Dice) -> Program:
    """Return the program whose walk leads to the best cell if no robot is in the way, with random shots."""
    walks = best_walks(match, match.state.pieces[decision["piece"]], 1)
    return with_shots(walks[0], dice) if walks else completed((UNKNOWN,) * CROSSES, dice)


def good_programs(match: Match, decision: Decision, dice: Dice, count: int) -> list[Program]:
    """Return at most `count` programs that are worth a try: the best walks first, then random ones."""
    piece = match.state.pieces[decision["piece"]]
    walks = [with_shots(walk, dice) for walk in best_walks(match, piece, count * 2 // 3)]
    others = [completed((UNKNOWN,) * CROSSES, dice) for _ in range(count - len(walks))]
    return list(dict.fromkeys([*walks, *others]))


def likely_program(match: Match, decision: Decision, dice: Dice) -> Program:
    """Return a program that another operator may lay: a walk of the best ones, or a random program."""
    walks = best_walks(match, match.state.pieces[decision["piece"]], LIKELY_WALKS)
    return with_shots(dice.pick(walks), dice) if walks and dice.below(2) else completed((UNKNOWN,) * CROSSES, dice)


def search_program(match: Match, decision: Decision, dice: Dice) -> Program:
    """Return the program with the best result on average against likely programs of the others."""
    piece = match.state.pieces[decision["piece"]]
    scenes = scenes_of(match, piece, dice)
    tried = {program: score(scenes[:FEW_SCENES], piece, program) for program in candidates(match, piece, dice)}
    ordered = sorted(tried, key=lambda program: (-tried[program], program))
    scored = {program: score(scenes, piece, program) for program in ordered[:BEST]}
    best = max(scored, key=lambda program: (scored[program], program))
    for _ in range(CHANGES):
        changed = with_another_die(best, dice)
        if changed not in scored:
            scored[changed] = score(scenes, piece, changed)
            if scored[changed] > scored[best]:
                best = changed
    return best


def candidates(match: Match, piece: Piece, dice: Dice) -> list[Program]:
    """Return `WALKS` good walks with random shots added, and `AT_RANDOM` random programs, without duplicates."""
    found = [with_shots(walk, dice) for walk in best_walks(match, piece, WALKS)]
    found += [completed((UNKNOWN,) * CROSSES, dice) for _ in range(AT_RANDOM)]
    return list(dict.fromkeys(found))


def with_shots(walk: Sequence[PlacedDie], dice: Dice) -> Program:
    """Return a program with a walk's dice, in order, and random shots before, between or after them."""
    program = [die.written for die in walk]
    while len(program) < CROSSES:
        program.insert(dice.below(len(program) + 1), dice.pick(_DICE[FIRE]))
    return tuple(program)


def with_another_die(program: Program, dice: Dice) -> Program:
    """Return a random change of a program: another die of its owner in place of one, or two crosses swapped."""
    texts = list(program)
    at = dice.below(CROSSES)
    if not dice.below(4):
        other = (at + 1) % CROSSES
        texts[at], texts[other] = texts[other], texts[at]
        return tuple(texts)
    others = [text.partition(" ")[0] for number, text in enumerate(texts) if number != at]
    texts[at] = dice.pick(_DICE[dice.pick([action for action in _DICE if others.count(action) < OF_A_COLOUR])])
    return tuple(texts)


def score(scenes: Sequence[Match], piece: Piece, program: Program) -> float:
    """Return the mean value of the situations after the turn if a program is played in each of some scenes."""
    return sum(_after_turn(scene, piece, program) for scene in scenes) / len(scenes)


def chance(match: Match, piece: Piece) -> float:
    """Return an operator's chance to win, 0 to 1."""
    if match.state.over:
        return 1.0 if piece.index in match.state.winners else 0.0
    return share([worth(match, robot) for robot in match.robots], match.robots.index(piece), HEAD_START)


def _after_turn(scene: Match, piece: Piece, program: Program) -> float:
    copy = scene.clone()
    slot_of(copy)["crosses"] = replaced(slot_of(copy)["crosses"], piece.index, program)
    copy.run("turn")
    return worth(copy, copy.state.pieces[piece.index])


# --- what the others may do -----------------------------------------------------------------------------------------


def scenes_of(match: Match, piece: Piece, dice: Dice) -> list[Match]:
    """Return copies of a match in which all others are ready, each with other random programs and start numbers."""
    rivals = [other for other in match.robots if other.index != piece.index]
    walks = {other.index: best_walks(match, other, LIKELY_WALKS) for other in rivals}
    scenes = []
    for _ in range(SCENES):
        scene = match.clone()
        scene.state.decisions.clear()
        slot = slot_of(scene)
        for other in rivals:
            program = completed((UNKNOWN,) * CROSSES, dice)
            if walks[other.index] and dice.below(2):
                program = with_shots(dice.pick(walks[other.index]), dice)
            slot["crosses"] = replaced(slot["crosses"], other.index, program)
        hand_out_numbers(scene, dice)
        scenes.append(scene)
    return scenes


def hand_out_numbers(scene: Match, dice: Dice) -> None:
    """Give the free start numbers, at random, to operators who have none."""
    slot = slot_of(scene)
    left = numbers_left(scene)
    dice.shuffle(left)
    for other in scene.robots:
        if not slot["numbers"][other.index]:
            slot["numbers"] = replaced(slot["numbers"], other.index, left.pop())


# --- walks ----------------------------------------------------------------------------------------------------------


def best_walks(match: Match, piece: Piece, count: int) -> list[tuple[PlacedDie, ...]]:
    """Return at most `count` walks of one or two dice that lead to the best cells if no robot is in the way."""
    if piece.cell < 0:
        return []
    pits = match.value("fatal-cells", frozenset())
    found: dict[tuple[PlacedDie, ...], float] = {}
    for first, middle in _walks_from(match, piece.cell, pits):
        found[first,] = place_worth(match, middle)
        for second, end in _walks_from(match, middle, pits):
            found[first, second] = place_worth(match, end)
    return sorted(found, key=lambda walk: (-found[walk], len(walk), walk))[:count]


def _walks_from(match: Match, cell: int, pits: frozenset[int]) -> list[tuple[PlacedDie, int]]:
    """Return the dice that move a robot from a cell without a fall or a wall in the way, each with the end cell."""
    found = []
    for direction in DIRECTIONS:
        end = cell
        for number in FACES:
            target = match.way[direction][end]
            if target < 0 or target in pits:
                break
            end = target
            found.append((PlacedDie(MOVE, direction, number), end))
    return found


# --- the other questions --------------------------------------------------------------------------------------------


def search_number(match: Match, decision: Decision, dice: Dice) -> int:
    """Return the start number with which the operator's program does best; of equal ones, the smallest."""
    piece = match.state.pieces[decision["piece"]]
    program = slot_of(match)["crosses"][piece.index]
    seed = dice.bits()
    values = {}
    for number in numbers_left(match):
        trial = match.clone()
        slot_of(trial)["numbers"] = replaced(slot_of(trial)["numbers"], piece.index, number)
        values[number] = score(scenes_of(trial, piece, Dice(seed)), piece, program)
    return max(values, key=lambda number: (values[number], -number))


def search_start_cell(match: Match, decision: Decision, dice: Dice) -> tuple[int, int]:
    """Return the start cell (x, y) with the best value: near a marker and not beside a pit."""
    choices = list(offered(decision))
    dice.shuffle(choices)
    cell: tuple[int, int] = max(choices, key=lambda choice: place_worth(match, match.floor.index(choice)))
    return cell


@hookimpl
def register_bots(bots: Bots) -> None:
    """Register how bots find programs of dice, start cells and start numbers."""
    bots.search("program", nearest_program)
    bots.search("start-cell", search_start_cell)
    bots.plan("program", search_program)
    bots.plan("start-number", search_number)
    bots.rival("program", Lookahead(good_programs, likely_program, worth, "turn", chance))
    bots.steps("program", PROGRAM)
    bots.steps("start-number", START_NUMBER)
    bots.words(MOVE, FIRE)
