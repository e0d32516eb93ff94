"""The log of a match: which events a line tells, and how pushes are told."""

import pytest

from roborally.base.translation import use_language
from roborally.core.board import Board, Element
from roborally.core.events import Event
from roborally.core.geometry import EAST
from roborally.narration.chronicle import Chronicle, short_names
from roborally.narration.match_log import MAX_BACK, MAX_JOINED, MAX_LINES, MAX_SIZE, MatchLog
from roborally.plugin_system.loader import find_plugins

DOT, RUSTY, COG = range(3)
WIDTH = 6
BOARD = Board(
    "row",
    WIDTH,
    1,
    frozenset((x, 0) for x in range(WIDTH)),
    frozenset({((1, 0), EAST)}),
    (Element("checkpoint", (3, 0), {"number": 1}), Element("belt", (4, 0), {"direction": EAST})),
)


@pytest.fixture
def chronicle() -> Chronicle:
    """Three robots in a row."""
    return Chronicle(
        ["Dot", "Rusty", "Cog"],
        find_plugins(installed=False).resolve(["crash-and-burn", "oil", "pushers", "classic-robots"]),
        BOARD,
    )


@pytest.fixture
def log(chronicle: Chronicle) -> MatchLog:
    """An empty log."""
    return MatchLog(chronicle)


def step(piece: int, x: int, how: str = "push", by: int = DOT) -> Event:
    """A step to the east onto column `x`."""
    ends = {"from": (x - 1, 0), "to": (x, 0)}
    return {"type": "step", "beat": x, "piece": piece, "direction": EAST, "how": how, "by": by, **ends}


def fall(piece: int, by: tuple[int, ...] = ()) -> Event:
    return {"type": "destroy", "beat": 9, "piece": piece, "cell": (WIDTH, 0), "by": by, "cause": "edge"}


def text(log: MatchLog, *events: Event) -> list[str]:
    for event in events:
        log.narrate(event)
    return list(log)


def test_long_names_are_cut_at_their_end_unless_two_would_look_alike() -> None:
    """CLI-2424."""
    assert short_names(["Ada", "Bartholomew Fairchild", "A name of 14 ."]) == [
        "Ada",
        "Bartholomew F…",
        "A name of 14 .",
    ]
    alike = ["Bartholomew Fairchild", "Bartholomew Fairy"]
    assert short_names(alike) == alike


def test_a_push_is_told_once_with_its_length(log: MatchLog) -> None:
    assert text(log, step(RUSTY, 2), step(DOT, 1, "forward")) == ["Dot pushes Rusty 1 space."]
    assert text(log, step(RUSTY, 3), step(DOT, 2, "forward")) == ["Dot pushes Rusty 2 spaces."]
    assert log.event(0) == step(RUSTY, 2), "a click on the line shows where the push begins"


def test_robots_in_a_row_have_a_line_each(log: MatchLog) -> None:
    lines = text(log, step(COG, 3), step(RUSTY, 2), step(COG, 4), step(RUSTY, 3))
    assert lines == ["Dot pushes Cog 2 spaces.", "Dot pushes Rusty 2 spaces."]
    assert log.latest == 1


def test_another_line_or_another_robot_ends_a_push(log: MatchLog) -> None:
    card: Event = {"type": "card", "beat": 3, "piece": DOT, "card": "pause@0"}
    lines = text(log, step(RUSTY, 2), card, step(RUSTY, 3), step(RUSTY, 4, by=COG))
    pushes = ["Dot pushes Rusty 1 space.", "Dot pushes Rusty 1 space.", "Cog pushes Rusty 1 space."]
    assert [line for line in lines if "pushes" in line] == pushes
    assert [line for line in lines if line not in pushes] == ["Dot: Pause (special ability)."]


def test_a_push_off_the_board_tells_the_fall(chronicle: Chronicle, log: MatchLog) -> None:
    lines = text(log, step(RUSTY, WIDTH - 1), step(RUSTY, WIDTH), fall(RUSTY, (DOT,)), step(DOT, WIDTH, "forward", DOT))
    assert lines == ["Dot pushes Rusty off the board."]
    assert text(log, fall(DOT))[1:] == ["Dot falls off the board."]
    row = step(COG, WIDTH), step(RUSTY, WIDTH - 1), fall(COG, (DOT,)), step(RUSTY, WIDTH), fall(RUSTY, (DOT,))
    assert text(MatchLog(chronicle), *row) == ["Dot pushes Cog off the board.", "Dot pushes Rusty off the board."]


def test_a_shot_tells_who_has_fired(chronicle: Chronicle) -> None:
    hurt: Event = {"type": "hurt", "beat": 1, "piece": COG, "points": 1, "damage": 2, "by": DOT, "cause": "robot-laser"}
    assert chronicle.line(hurt) == "Dot shoots Cog: 1 damage."
    assert chronicle.line({**hurt, "points": 2}) == "Dot shoots Cog with a double laser: 2 damage."
    end: Event = {
        "type": "destroy",
        "beat": 1,
        "piece": COG,
        "cell": (0, 0),
        "by": (DOT, RUSTY),
        "cause": "robot-laser",
    }
    assert chronicle.line(end) == "Cog is shot to pieces by Dot and Rusty."
    assert chronicle.line({**end, "by": ()}) == "Cog is shot to pieces."


@pytest.mark.parametrize(
    ("how", "moved", "off"),
    [
        ("push", "Rusty is pushed 1 space.", "Rusty is pushed off the board."),
        ("pusher", "A pusher pushes Rusty 1 space.", "A pusher pushes Rusty off the board."),
        ("displaced", "Rusty is moved 1 space.", "Rusty is pushed off the board."),
        ("slide", "Rusty slides 1 space.", "Rusty slides off the board."),
        ("belt", "A belt carries Rusty 1 space.", "Rusty is carried off the board."),
    ],
)
def test_what_the_board_does(chronicle: Chronicle, log: MatchLog, how: str, moved: str, off: str) -> None:
    assert chronicle.line(step(RUSTY, 2, how, -1)) == moved
    assert text(log, step(RUSTY, WIDTH, how, -1), fall(RUSTY)) == [off]


def test_what_turns_a_robot_is_named_but_not_its_own_card(chronicle: Chronicle, log: MatchLog) -> None:
    """CLI-2049."""
    turn: Event = {"type": "turn", "beat": 2, "piece": COG, "quarters": -1, "how": "belt"}
    assert chronicle.line(turn) == "A belt turns Cog left."
    assert chronicle.line({**turn, "how": "card"}) == ""
    belts = [step(piece, 2, "belt", -1) for piece in (COG, RUSTY)]
    carried = text(log, *belts, turn, {**turn, "how": "gear"})
    assert carried[:2] == ["A belt carries Cog 1 space and turns it left.", "A belt carries Rusty 1 space."]
    assert carried[2:] == ["A gear turns Cog left."]
    left = {**step(RUSTY, 3, "pusher", -1), "from": belts[0]["to"]}
    assert text(MatchLog(chronicle), left, belts[0], turn)[1:] == carried[:1], "also where a robot has just left"
    for quarters, end in ((-1, " and turns it around."), (1, ".")):
        bends = text(MatchLog(chronicle), *belts, turn, step(COG, 3, "belt", -1), {**turn, "quarters": quarters})
        assert bends == [f"A belt carries Cog 2 spaces{end}", "A belt carries Rusty 1 space."]


@pytest.mark.parametrize(
    ("cell", "text"),
    [((WIDTH - 1, 0), "Cog is stopped at the edge of the board."), ((1, 0), "Cog is stopped by a wall."), ((2, 0), "")],
)
def test_what_stops_a_robot_is_named(chronicle: Chronicle, cell: tuple[int, int], text: str) -> None:
    """CLI-2049."""
    blocked: Event = {"type": "blocked", "beat": 1, "piece": COG, "cell": cell, "direction": EAST, "how": "forward"}
    assert chronicle.line(blocked) == (text or "Cog is stopped.")
    assert chronicle.line({**blocked, "how": "push"}) == ""


def test_a_robot_returns_with_its_damage_in_one_line(log: MatchLog) -> None:
    place: Event = {"type": "place", "beat": 1, "piece": COG, "cell": (0, 0), "facing": EAST, "how": "respawn"}
    heal: Event = {"type": "heal", "beat": 1, "piece": COG, "points": 9, "damage": 0, "cause": "respawn"}
    hurt: Event = {"type": "hurt", "beat": 1, "piece": COG, "points": 2, "damage": 2, "by": -1, "cause": "respawn"}
    assert text(log, place, heal) == ["Cog returns on column 1, row 1."]
    assert text(log, hurt) == ["Cog returns on column 1, row 1 with 2 damage."]
    lines = text(log, {**place, "piece": DOT, "cell": (3, 0)}, {**hurt, "cause": "laser"})
    assert lines[1:] == ["Dot returns on checkpoint 1.", "Cog takes 2 damage."]


def test_a_space_with_a_name_is_called_by_it(chronicle: Chronicle) -> None:
    marker = {"type": "archive", "beat": 1, "piece": COG}
    assert chronicle.line({**marker, "cell": (3, 0)}) == "Cog's respawn point: checkpoint 1."
    assert chronicle.line({**marker, "cell": (4, 0)}) == "Cog's respawn point: column 5, row 1."


def test_part_of_a_log_and_another_language(chronicle: Chronicle, log: MatchLog) -> None:
    text(log, step(COG, 3), step(RUSTY, 2), step(COG, 4), step(RUSTY, 3))
    part = MatchLog(chronicle)
    part.take(log, 3)
    assert list(part) == ["Dot pushes Cog 2 spaces.", "Dot pushes Rusty 1 space."]
    assert text(part, step(RUSTY, 3)) == list(log), "a replay goes on from there"
    use_language("de")
    part.narrate_again(chronicle)
    assert list(part) == ["Dot schiebt Cog um 2 Felder.", "Dot schiebt Rusty um 2 Felder."]
    assert len(log) == 2


# --- bounds -----------------------------------------------------------------------------------------------------------


def turn(number: int, **more: object) -> Event:
    return {"type": "moment", "name": "start", "beat": number, "turn": number, **more}


def test_a_log_with_bounds_forgets_its_oldest_lines(chronicle: Chronicle) -> None:
    log, whole = MatchLog(chronicle, most_lines=40), MatchLog(chronicle)
    for number in range(1000):
        assert log.narrate(turn(number)) == whole.narrate(turn(number)) == f"Turn {number}"
        assert len(log) <= 40
        assert (log.latest, log.written) == (whole.latest, whole.written) == (number, number + 1)
        assert log.first + len(log) == log.written
        assert list(log) == whole[log.first :]
        assert log.event(log.first) == whole.event(log.first)
    assert len(log) >= 30
    use_language("de")
    log.narrate_again(chronicle)
    assert log[-1] == "Runde 999"


def test_large_events_leave_fewer_lines_but_always_the_last(chronicle: Chronicle) -> None:
    log = MatchLog(chronicle, most_size=1000)
    for number in range(100):
        log.narrate(turn(number, more=["x" * 60, {"y": [1, 2, 3]}]))
    assert 5 <= len(log) <= 12
    assert log[-1] == "Turn 99"
    log.narrate(turn(100, more=list(range(5000))))
    assert list(log) == ["Turn 100"]
    log.narrate(turn(101))
    assert list(log) == ["Turn 101"]


def test_a_match_of_many_turns_is_told_whole(chronicle: Chronicle) -> None:
    log = MatchLog(chronicle, MAX_LINES, MAX_SIZE)
    for number in range(MAX_LINES // 4):
        for event in (turn(number), step(RUSTY, 2), step(COG, 3), fall(DOT, (RUSTY,))):
            log.narrate(event)
    assert log.first == 0


def test_no_line_and_no_search_for_one_grows_without_end(chronicle: Chronicle) -> None:
    log = MatchLog(chronicle)
    for _ in range(3 * MAX_JOINED):
        log.narrate(step(RUSTY, 2))
    assert list(log) == [f"Dot pushes Rusty {MAX_JOINED} spaces."] * 3
    many = MatchLog(chronicle)
    many.narrate(step(RUSTY, 2))
    for number in range(MAX_BACK):
        many.narrate(step(1000 + number, 2))
    many.narrate(step(RUSTY, 2))
    assert len(many) == MAX_BACK + 2
