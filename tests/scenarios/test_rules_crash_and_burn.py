"""Rules of `crash-and-burn` that a scenario cannot say: courses, chance, secrets, limits, and what is refused."""

from pathlib import Path
from typing import Any, cast

import pytest

from roborally.core.data import Decision, Frame
from roborally.core.decisions import AnswerError
from roborally.core.events import Event, Watch
from roborally.core.geometry import EAST, NAMES, WEST
from roborally.core.match import Match
from roborally.core.observation import SPECTATOR, observe
from roborally.game.course.courses import load_course
from roborally.game.course.notation import CourseError, Notations
from roborally.game.factory import Game
from roborally.game.match_file import ConfigError
from roborally.game.scenario.run import ScenarioError, run_scenario
from tests.fuzz.play import make
from tests.shipped import catalogue
from tests.slots import put_in

CATALOGUE = catalogue()
MODE = "crash-and-burn"
COURSE = """
 .  .  .  .  .  .
 .  c1 .  .  c2 .
 .  .  .  .  .  .
"""
MOVES = ("move1", "move2", "move3", "back-up")


def burning(players: int = 2, grid: str = COURSE, **settings: Any) -> Game:
    """Return a game of Crash and Burn."""
    return make(MODE, grid, players, settings=settings)


def started(game: Game, seed: int = 3) -> Match:
    match = game.start(seed)
    match.run()
    return match


def asked(match: Match, kind: str, piece: int = 0) -> Decision:
    return next(entry for entry in match.state.decisions if (entry["kind"], entry["piece"]) == (kind, piece))


def hands(match: Match) -> list[tuple[str, ...]]:
    return list(match.state.ext["program-cards"]["hands"])


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / f"{name}.toml"
    path.write_text(text, encoding="utf-8")
    return path


# --- courses --------------------------------------------------------------------------------------------------------


def test_cnb_101_boards_are_laid_side_by_side(tmp_path: Path) -> None:
    """CNB-101, CNB-R01: turned boards touch without overlap; walls and doors of a common edge merge."""
    write(tmp_path, "left", 'name = "Left"\ngrid = """\\n c1  .:e\\n .  door>2\\n"""\n')
    write(tmp_path, "right", 'name = "Right"\ngrid = """\\n .  doorv3\\n c2  .\\n"""\n')
    text = 'name = "Two"\n[[boards]]\nfile = "left"\n[[boards]]\nfile = "right"\nat = [2, 0]\nrotate = 90\n'
    board = load_course(write(tmp_path, "two", text), Notations.of(CATALOGUE.plugins.values())).board
    assert (board.width, board.height, len(board.inside)) == (4, 2, 8)
    assert ((1, 0), EAST) in board.walls
    assert ((2, 0), WEST) in board.walls
    assert set(board.gates) == {((1, 1), EAST), ((3, 1), WEST)}
    assert [element.cell for element in board.of_kind("checkpoint")] == [(0, 0), (2, 0)]


def test_cnb_r01_boards_may_not_overlap(tmp_path: Path) -> None:
    """CNB-R01: without overlap; the error names both boards and the cell."""
    write(tmp_path, "one", 'name = "One"\ngrid = """\\n c1  c2\\n"""\n')
    text = 'name = "Two"\n[[boards]]\nfile = "one"\n[[boards]]\nfile = "one"\nat = [1, 0]\n'
    with pytest.raises(CourseError, match=r"overlap at \[1, 0\]"):
        load_course(write(tmp_path, "two", text), Notations.of(CATALOGUE.plugins.values()))


@pytest.mark.parametrize("cell", ["c2+~", "c2+O", "c2+>", "c2+g>", "c2+flame1", "c2+crush2", "c2+portalA", "c2+l>"])
def test_cnb_103_where_no_checkpoint_may_stand(cell: str) -> None:
    """CNB-103: on plain floor, with walls, or on a repair site, and nowhere else."""
    grid = f" c1  {cell}  .\n .  .  {'portalA' if 'portal' in cell else '.'}"
    with pytest.raises((ConfigError, CourseError), match="checkpoint"):
        burning(2, grid)


@pytest.mark.parametrize("cell", ["c2", "c2:n", "c2:ne", "c2+w1", "c2+w2", "c2+w2:s"])
def test_cnb_103_where_a_checkpoint_may_stand(cell: str) -> None:
    """CNB-103, CNB-104: walls keep working, a site may be beneath."""
    assert burning(2, f" c1  {cell}  .")


def test_cnb_r15_a_portal_without_its_twin(tmp_path: Path) -> None:
    """CNB-R15: every colour has exactly two cells."""
    notations = Notations.of(CATALOGUE.plugins.values())
    for cells, reason in (("portalA  .", "has no partner"), ("portalA  portalA  portalA", "is there 3 times")):
        with pytest.raises(CourseError, match=reason):
            load_course(write(tmp_path, "portals", f'name = "P"\ngrid = """\n c1  c2  {cells}\n"""\n'), notations)


def test_cnb_r02_one_checkpoint_is_no_race() -> None:
    """CNB-R02, CNB-102: start equals goal, so no robot wins by reaching it; the last robot wins."""
    match = started(burning(2, " .  c1  ."))
    for _ in range(40):
        match.default_answers()
        if match.state.over:
            break
        assert not match.state.winners
    assert len(match.state.winners) <= 1
    assert sum(match.state.ext["archive"]["out"]) >= 1


# --- equipment and dealing ------------------------------------------------------------------------------------------


def test_cnb_201_equipment() -> None:
    """CNB-201, CNB-202: three life tokens; off the board, and no marker is placed."""
    match = burning(3).start(1)
    archive = match.state.ext["archive"]
    assert archive["lives"] == (3, 3, 3)
    assert archive["cells"] == (-1, -1, -1)
    assert [piece.cell for piece in match.state.pieces] == [-1, -1, -1]


def test_cnb_401_the_deal_passes_clockwise() -> None:
    """CNB-401: seat 0 deals first; hands are dealt from the seat behind the dealer on, the dealer last."""
    game = burning(3, ".\n c1 \n c2".replace(".", " . "), first_card_must_move="off")
    order = [match_order(game, turn) for turn in (1, 2, 3, 4)]
    assert order == [[1, 2, 0], [2, 0, 1], [0, 1, 2], [1, 2, 0]]


def match_order(game: Game, turn: int) -> list[int]:
    match = game.start(1)
    match.state.turn = turn
    return [piece.index for piece in match.value("deal-order", list(match.state.pieces))]


def test_cnb_403_no_hand_of_turn_cards_only() -> None:
    """CNB-403: whatever the shuffle, a hand holds a movement card."""
    game = burning(8)
    for seed in range(150):
        for hand in hands(started(game, seed)):
            assert len(hand) == 9
            assert any(card.partition("@")[0] in MOVES for card in hand)


# --- programs -------------------------------------------------------------------------------------------------------


def first_and_rest(match: Match, wanted: bool) -> list[str]:
    """Return a program of the hand of seat 0 whose first card is a movement card, or is not."""
    hand = hands(match)[0]
    fitting = [card for card in hand if (card.partition("@")[0] in MOVES) == wanted]
    return [fitting[0], *[card for card in hand if card != fitting[0]][:4]]


@pytest.mark.parametrize(
    ("settings", "turn", "refused"),
    [
        ({}, 1, True),
        ({}, 2, True),
        ({"first_card_must_move": "first_turn"}, 1, True),
        ({"first_card_must_move": "first_turn"}, 2, False),
        ({"first_card_must_move": "off"}, 1, False),
    ],
)
def test_cnb_501_and_502_five_cards_the_first_a_movement(settings: dict[str, Any], turn: int, refused: bool) -> None:
    """CNB-501, CNB-502, CNB-R03: every turn the card in register 1 must move, unless the switch says otherwise."""
    match = started(burning(**settings))
    match.state.turn = turn
    assert match.checked(asked(match, "program"), first_and_rest(match, True))
    if refused:
        with pytest.raises(AnswerError, match="needs a movement card"):
            match.checked(asked(match, "program"), first_and_rest(match, False))
    else:
        assert match.checked(asked(match, "program"), first_and_rest(match, False))


def test_cnb_503_a_locked_register_keeps_its_card() -> None:
    """CNB-503, CNB-R03: nothing may be said about it, and a locked register 1 may turn."""
    match = started(burning())
    slot = match.state.ext["program-cards"]
    hand = slot["hands"][0]
    turn = next(card for card in hand if card.partition("@")[0] not in MOVES)
    put_in(slot, "locks", 0, (1,))
    put_in(slot, "slots", 0, (turn, "", "", "", ""))
    with pytest.raises(AnswerError, match="register 1 is locked"):
        match.checked(asked(match, "program"), [hand[0], "", "", "", ""])
    rest = [card for card in hand if card != turn][:4]
    assert match.checked(asked(match, "program"), ["", *rest])


def test_cnb_r20_late_programs() -> None:
    """CNB-R20: free registers are filled from the own hand, register 1 with a movement card."""
    game = burning(8)
    for seed in range(25):
        match = started(game, seed)
        before = hands(match)
        for entry in match.state.decisions:
            match.seal(entry["id"], entry["default"])
        match.run(until="stage")
        for index in range(8):
            slots = match.state.ext["program-cards"]["slots"][index]
            if match.state.pieces[index].cell >= 0:
                assert set(slots) <= set(before[index])
                assert slots[0].partition("@")[0] in MOVES


def test_cnb_504_options_of_programming() -> None:
    """CNB-404, CNB-504, CNB-707, CNB-1601: each option asks at its moment, in this order, also before the entry."""
    match = burning().start(5)
    cards = ("recompile", "conditional-program", "flywheel", "turret", "shield", "abort-switch")
    put_in(match.state.ext["option-cards"], "held", 0, cards)
    kinds: list[str] = []
    match.run()
    while match.state.turn == 1 and match.state.stage <= 1 and not match.state.over:
        kinds += [entry["kind"] for entry in match.state.decisions if entry["piece"] == 0]
        match.default_answers()
    assert kinds[:8] == [
        "recompile",
        "program",
        "respawn-facing",
        "power-down",
        "conditional-program",
        "flywheel",
        "turret",
        "shield",
    ]
    assert kinds[8] == "abort-switch"


def test_cnb_r22_no_card_is_given_up_against_damage() -> None:
    """CNB-R22: not part of this edition; damage asks no question."""
    match = started(burning(dealt_at_start=3))
    before = len(match.state.decisions)
    match.place(match.state.pieces[0], 0, 0, "test")
    match.volley([(match.state.pieces[0], 1, -1, 0, "robot-laser")])
    assert len(match.state.decisions) == before
    assert len(match.state.ext["option-cards"]["held"][0]) == 3


# --- option cards ---------------------------------------------------------------------------------------------------


def test_opt_g01_each_card_exists_once() -> None:
    """OPT-G01, OPT-R12: each card once, wherever it lies."""
    from roborally_plugins.option_cards.api import OPTION_CARDS  # found once plugins are loaded

    match = burning(8, dealt_at_start=3).start(9)
    slot = match.state.ext["option-cards"]
    cards = [*slot["pile"], *(card for held in slot["held"] for card in held)]
    manifest = CATALOGUE.get("option-cards").manifest.option
    assert sorted(cards) == sorted(manifest)
    assert all(option.text and option.title for option in manifest.values())
    numbers = {card.name: f"OPT-{card.number:02}" for card in OPTION_CARDS.of(match.rules).values()}
    assert numbers == {name: option.rules[0] for name, option in manifest.items()}, "their order is that of the rules"


FIVE_POINTS = ((2, WEST), (1, WEST), (2, -1))
"""Five points, three of them from the front."""


@pytest.mark.parametrize(
    ("cards", "down", "hits", "text"),
    [
        (("shield",), False, FIVE_POINTS, [("shield", 2), ("shield", 1)]),
        (("power-down-shield",), True, FIVE_POINTS, [("power-down-shield", 1)]),
        (("circuit-breaker",), True, FIVE_POINTS, [("circuit-breaker", points) for points in (2, 1, 2)]),
        (("ablative-coat",), False, FIVE_POINTS, [("ablative-coat", 2), ("ablative-coat", 1)]),
        (("shield", "ablative-coat"), False, FIVE_POINTS[1:2], [("shield", 1)]),
        (("power-down-shield", "circuit-breaker"), True, FIVE_POINTS[1:2], [("power-down-shield", 1)]),
    ],
)
def test_opt_g09_what_a_card_absorbs_is_told(
    cards: tuple[str, ...], down: bool, hits: tuple[tuple[int, int], ...], text: list[tuple[str, int]]
) -> None:
    """OPT-G09: what is not told as absorbed is told as damage; what a shield stops is nothing to the next card."""
    match = started(burning())
    robot = match.state.pieces[0]
    match.place(robot, 0, EAST, "test")
    put_in(match.state.ext["option-cards"], "held", 0, cards)
    put_in(match.state.ext["option-cards"], "shield", 0, "front")
    put_in(match.state.ext["power-down"], "down", 0, down)
    match.state.stage = 1
    received: list[Event] = []
    match.watch = Watch(received.append)
    for points, direction in hits:
        match.hurt(robot, points, "board-laser", direction=direction)
    assert [(event["card"], event["points"]) for event in received if event["type"] == "option-absorbed"] == text
    assert sum(points for _, points in text) + robot.damage == sum(points for points, _ in hits)


def test_what_lies_on_cards_is_told_without_what_is_face_down() -> None:
    """OPT-01, OPT-04, OPT-13, OPT-20: each change once; of a program card only that it is there."""
    match = started(burning())
    for piece in match.state.pieces:
        match.place(piece, piece.index, EAST, "test")
    received: list[Event] = []
    match.watch = Watch(received.append)
    answers = {"conditional-program": hands(match)[0][0], "turret": "backward", "shield": "rear"}
    for kind, answer in [*answers.items(), ("shield", "rear")]:
        match.rules.decisions[kind].commit(match, {"kind": kind, "piece": 0}, answer)
    put_in(match.state.ext["option-cards"], "weapon", 0, "mini-howitzer")
    put_in(match.state.ext["option-cards"], "aim", 0, 1)
    match.rules.traces["option-weapons"](match)
    marks = [(event["card"], event["mark"]) for event in received if event["type"] == "option-marked"]
    assert marks == [("conditional-program", True), ("turret", 2), ("shield", "rear"), ("mini-howitzer", 4)]


def controlled(*uses: tuple[int, int]) -> tuple[int, ...]:
    """Return who controls each of three robots after these uses of Radio Control, (user, target), in this order."""
    match = started(burning(3))
    for piece in match.state.pieces:
        match.place(piece, piece.index, 0, "test")
    match.state.stage = 1
    slot = match.state.ext["option-cards"]
    for user, target in uses:
        own = {"piece": user, "weapon": "radio-control", "target": target, "direction": 0, "detail": 0}
        match.state.agenda.append(cast(Frame, {"do": "weapon-effect", **own}))
        match.rules.frames["weapon-effect"](match, match.state.agenda[-1])
    found: tuple[int, ...] = slot["controller"]
    return found


def test_opt_22_the_later_use_wins() -> None:
    """OPT-22: of two who control each other, or one robot. Each card exists once (OPT-G01), so no scenario says it."""
    assert controlled((0, 1), (1, 0)) == (1, -1, -1)
    assert controlled((0, 2), (1, 2)) == (-1, -1, 1)
    assert controlled((1, 2), (0, 2)) == (-1, -1, 0)


def test_opt_22_a_controlled_robot_controls() -> None:
    """OPT-22: with the commands that it executes, each robot right behind its controller; the last use opens a ring."""
    assert controlled((0, 1), (1, 2)) == (-1, 0, 1)
    assert controlled((0, 1), (1, 2), (2, 0)) == (2, 0, -1)
    match = started(burning(3))
    match.state.ext["option-cards"]["controller"] = (-1, 0, 1)
    queue = [(-500, 0, "move1@500", 0), (-400, 2, "left@70", 2), (-300, 1, "left@90", 1)]
    order = [(piece, card, source) for _, piece, card, source in match.value("card-queue", queue)]
    assert order[:3] == [(0, "move1@500", 0), (1, "move1@500", 0), (2, "move1@500", 0)]


SCENARIO = """
name = "x"
mode = "crash-and-burn"
rules = []
[board]
grid = " .  .  . "
[[robots]]
name = "A"
cell = [0, 0]
options = {first}
[[robots]]
name = "B"
cell = [2, 0]
options = {second}
[[expect]]
after = "start"
robots.A = {{ damage = 0 }}
"""


@pytest.mark.parametrize(
    ("first", "second", "reason"),
    [
        ('["jet-pack"]', "[]", "'jet-pack' is no option card"),
        ('["brakes"]', '["brakes"]', "is held already; every option card exists once"),
        ('["brakes", "brakes"]', "[]", "is held already"),
        ("3", "[]", "must be a list of option cards"),
    ],
)
def test_opt_g01_unknown_or_held_twice(tmp_path: Path, first: str, second: str, reason: str) -> None:
    """OPT-G01: a clear sentence."""
    path = write(tmp_path, "options", SCENARIO.format(first=first, second=second))
    with pytest.raises(ScenarioError, match=reason):
        run_scenario(path, CATALOGUE)


def test_answers_in_the_middle_of_a_turn_are_checked() -> None:
    """COM-18: not among the choices, answered twice, of the wrong seat: refused, and the match is unharmed."""
    match = burning().start(5)
    put_in(match.state.ext["option-cards"], "held", 0, ("turret", "recompile"))
    match.run()
    recompile = asked(match, "recompile")
    for wrong in (["move9@1"], "none", 3, None, [hands(match)[1][0]], [hands(match)[0][0]] * 2, [[1]]):
        before = match.digest()
        with pytest.raises(AnswerError):
            match.answer(recompile["id"], wrong, 0)
        assert match.digest() == before
    with pytest.raises(AnswerError, match="seat 0, not of seat 1"):
        match.answer(recompile["id"], [], 1)
    match.answer(recompile["id"], [], 0)
    with pytest.raises(AnswerError, match="not open"):
        match.answer(recompile["id"], [], 0)
    match.default_answers()
    with pytest.raises(AnswerError, match="possible are: forward, right, backward, left"):
        match.answer(asked(match, "turret")["id"], "up", 0)


def test_cnb_1402_a_facing_is_asked_with_the_program() -> None:
    """CNB-1402, CNB-R05: the robot stands as at the start, its owner sees the hand, and it turns when all are there."""
    match = started(burning())
    robot = match.state.pieces[0]
    while match.state.turn == 1 and robot.cell < 0:
        match.default_answers()
    match.destroy(robot, "test")
    match.state.unsettled = False
    while match.state.turn == 1 or not any(entry["kind"] == "program" for entry in match.state.decisions):
        match.default_answers()
    kinds = [entry["kind"] for entry in match.state.decisions if entry["piece"] == 0]
    assert kinds[:2] == ["program", "respawn-facing"]
    assert robot.cell >= 0
    assert robot.facing == match.state.ext["archive"]["facings"][0]
    assert match.state.ext["program-cards"]["hands"][0]
    wanted = (robot.facing + 1) % 4
    for entry in match.state.decisions:
        turned = entry["kind"] == "respawn-facing" and entry["piece"] == 0
        match.seal(entry["id"], NAMES[wanted] if turned else entry["default"])
    assert robot.facing != wanted
    faced: list[int] = []
    match.watch = Watch(lambda event: faced.append(event["to"]) if event["type"] == "turn" else None)
    match.run(until="stage")
    assert faced[0] == wanted


# --- what others see --------------------------------------------------------------------------------------------------


def test_cnb_r05_a_facing_is_seen_when_the_robot_stands() -> None:
    """CNB-R05, CNB-602: it is answered with the first program, and shown to its owner alone until the entry."""
    match = started(burning())
    for decision in list(match.state.decisions):
        turned = decision["kind"] == "respawn-facing" and decision["piece"] == 0
        match.seal(decision["id"], "west" if turned else decision["default"], decision["seat"])
    seen: list[tuple[str, list[int]]] = []

    def look(event: Event) -> None:
        slots = [observe(match, seat).data["ext"]["archive"]["chosen_facings"][0] for seat in (0, 1, SPECTATOR)]
        seen.append((event["type"], slots))

    match.watch = Watch(look)
    match.run(until="stage")
    before = [slots for kind, slots in seen if slots[0] == WEST]
    assert before, "it was chosen before the entry"
    assert all(slots == [WEST, -1, -1] for slots in before)
    assert match.state.pieces[0].cell >= 0
    own = match.state.ext["archive"]
    put_in(own, "chosen_facings", 1, EAST)
    put_in(own, "chosen_cells", 1, 4)
    for seat in (0, SPECTATOR):
        shown = observe(match, seat).data["ext"]["archive"]
        assert (shown["chosen_facings"][1], shown["chosen_cells"][1]) == (-1, -1)


def test_opt_r14_who_is_asked_about_a_reserve() -> None:
    """OPT-R14, OPT-01: only before register 1 does the question depend on the card, and others see that it is asked."""
    asked_in: dict[str, list[int]] = {}
    for card in ("move1@499", "u-turn@10"):
        match = started(burning())
        slot = match.state.ext["option-cards"]
        put_in(slot, "held", 0, ("conditional-program",))
        put_in(slot, "reserve", 0, card)
        asked_in[card] = []
        while match.state.turn == 1 and not match.state.over:
            for decision in match.state.decisions:
                if decision["kind"] == "conditional-program-swap":
                    asked_in[card].append(match.state.stage)
                    shown = observe(match, 1).data["decisions"]
                    assert [entry["kind"] for entry in shown] == ["conditional-program-swap"]
                    assert shown[0]["choices"] == ()
            match.default_answers()
    assert asked_in["u-turn@10"][0] == 2
    assert asked_in["move1@499"] == [1, *asked_in["u-turn@10"]]
