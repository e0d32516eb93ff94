"""The facts about the ball, hitches and goals that scenarios set and compare (docs/formats.md, Scenarios)."""

from typing import Any

from roborally.plugin import COMMANDS, NAMES, Match, Piece, direction_named, replaced
from roborally_plugins.program_cards.api import command_of

from .ball import BALL, hitched_robots, in_contact, the_ball
from .homes import team_of
from .state import settings_of, slot_of

KEYS = ("cell", "facing", "pogo", "hitched", "program")


def read_hitched(match: Match, piece: Piece) -> bool | None:
    """Return whether the robot is hitched to the ball; `None` for the ball."""
    return None if piece.kind == BALL else bool(slot_of(match)["hitched"][piece.index])


def read_goals(match: Match, piece: Piece) -> int | None:
    """Return the number of goals of the robot's team; `None` for the ball, and where one goal wins (RBL-R14)."""
    return slot_of(match)["goals"][team_of(match, piece) - 1] if read_goals_to_win(match, piece) else None


def read_goals_to_win(match: Match, piece: Piece) -> int | None:
    """Return how many goals win; `None` for the ball, and where one goal wins (RBL-R14)."""
    goals = settings_of(match)["goals"]
    return goals if goals > 1 and piece.kind != BALL else None


def read_extraction(match: Match, piece: Piece) -> bool | None:
    """Return whether the ball moves by itself this turn; `None` for robots."""
    return bool(slot_of(match)["extraction"]) if piece.kind == BALL else None


def read_ball(match: Match) -> dict[str, Any]:
    """Return the ball's cell, facing (RBL-802) and mode, and the names of the robots hitched to it."""
    ball = the_ball(match)
    cell = match.cell_of(ball)
    facing = ball.facing if slot_of(match)["extraction"] else ball.heading
    return {
        "cell": None if cell is None else list(cell),
        "facing": NAMES[facing],
        "pogo": not ball.solid,
        "hitched": [match.seats[robot.seat].name for robot in hitched_robots(match)],
    }


def holds(expected: dict[str, Any], actual: dict[str, Any]) -> bool:
    """Return whether the entries of `expected` are those of `actual`; hitched robots may be in any order."""
    return all(
        sorted(actual[key]) == sorted(value) if key == "hitched" else actual[key] == value
        for key, value in expected.items()
    )


def write_ball(match: Match, value: dict[str, Any]) -> None:
    """Put the ball on a cell, by default on its start cell, and set its state from a table with some of `KEYS`."""
    for key in value:
        if key not in KEYS:
            raise ValueError(f"has the unknown key {key!r}; possible are: {', '.join(KEYS)}")
    ball = the_ball(match)
    cell = _cell(match, value["cell"]) if "cell" in value else match.floor.tables["ball-start"]
    ball.facing = ball.heading = direction_named(value.get("facing", "north"))
    ball.solid = not _switch(value, "pogo")
    if cell >= 0:
        if ball.solid and not match.is_free(cell):
            x, y = match.floor.cells[cell]
            raise ValueError(f"[{x}, {y}] is taken by a robot")
        match.place(ball, cell, ball.facing, "scenario")
    for name in _texts(value, "hitched"):
        _hitch(match, name)
    if "program" in value:
        slot_of(match)["program"] = _cards(match, _texts(value, "program"))
        slot_of(match)["agreed"] = len(match.seats)


def _cell(match: Match, value: Any) -> int:
    if not isinstance(value, list) or len(value) != 2 or any(type(number) is not int for number in value):
        raise ValueError("'cell' must be a cell such as [3, 9]")
    index = match.floor.index((value[0], value[1]))
    if index in match.value("fatal-cells", frozenset()):
        raise ValueError(f"[{value[0]}, {value[1]}] is a pit, where the ball cannot be (RBL-306)")
    return index


def _switch(value: dict[str, Any], key: str) -> bool:
    if not isinstance(value.get(key, False), bool):
        raise ValueError(f"{key!r} must be true or false, not {value[key]!r}")
    return bool(value.get(key))


def _texts(value: dict[str, Any], key: str) -> list[str]:
    texts = value.get(key, [])
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise ValueError(f"{key!r} must be a list of texts, not {texts!r}")
    return texts


def _hitch(match: Match, name: str) -> None:
    """Hitch a robot, given by name; raise `ValueError` for a robot that may not be hitched (RBL-401, RBL-402)."""
    number = next((seat for seat, own in enumerate(match.seats) if own.name == name), -1)
    if number < 0:
        raise ValueError(f"'hitched' names {name!r}, which is no robot of this scenario")
    robot = match.state.pieces[number]
    if not in_contact(match, robot):
        raise ValueError(f"{name!r} is not in contact with the ball and cannot be hitched (RBL-403)")
    if any(team_of(match, mate) == team_of(match, robot) for mate in hitched_robots(match)):
        raise ValueError(f"{name!r} cannot be hitched: another robot of its team is (RBL-401)")
    slot_of(match)["hitched"] = replaced(slot_of(match)["hitched"], number, True)


def _cards(match: Match, cards: list[str]) -> tuple[str, ...]:
    commands = COMMANDS.of(match.rules)
    for card in cards:
        if card and command_of(card) not in commands:
            raise ValueError(f"'program' names {card!r}, which is no card; cards are {', '.join(sorted(commands))}")
    if len(cards) > 5:
        raise ValueError(f"'program' has {len(cards)} cards; at most five are possible")
    return tuple(cards)
