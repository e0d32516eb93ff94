"""What the lessons of the tutorial claim, as programs and what comes of them."""

from dataclasses import dataclass, field
from typing import Any

WALLED = """
 .  .  .  .   .  .  .
 .  .  .  .   .  .  .
 .  .  .  .   .  .  s1
 .  .  .  .:e .  O  .
 .  .  .  .   .  .  .
 .  .  .  .   .  .  .
 .  s1 .  .   s1 .  .
"""
MARKED = """
 .  .  .    .    .    .  .
 .  .  .    .    .    .  .
 .  .  .    .    vp1  .  .
 .  .  .    vp2  .    .  .
 .  .  vp3  .    .    .  .
 .  .  .    .    .    .  .
 .  s1 .    .    s1   .  .
"""
BOTH_SIDES = """
 .  .  .  s3 .  .  .
 .  .  .  .  .  .  .
 .  .  .  .  .  .  .
 .  .  .  O  .  .  .
 .  .  .  .  .  .  .
 .  .  .  .  .  .  .
 .  s1 .  .  s1 .  .
"""
TURNS = ["left@70", "right@80", "left@90", "right@100", "u-turn@10"]

TUGGING = {"name": "Dot", "cell": [2, 2], "facing": "east", "team": 1, "program": TURNS}
FALLING = {"name": "Rusty", "cell": [0, 2], "facing": "west", "team": 2, "program": ["move1@490"]}


@dataclass(frozen=True)
class Claim:
    """A sentence of a lesson, and a way of playing it that shows that it is so.

    By default the robot is played as in the solution. `robot` and `changes` alter the robot and the file, `expect` has
    what must be true by moment.
    """

    lesson: str
    says: str
    expect: dict[str, dict[str, Any]]
    program: list[str] | None = None
    answers: dict[str, Any] | None = None
    robot: dict[str, Any] = field(default_factory=dict)
    changes: dict[str, Any] = field(default_factory=dict)


def dot(**facts: Any) -> dict[str, Any]:
    """Return what is expected of Dot."""
    return {"robots": {"Dot": facts}}


def rusty(**facts: Any) -> dict[str, Any]:
    """Return what is expected of Rusty."""
    return {"robots": {"Rusty": facts}}


STANDARD = [
    Claim("move", "as many spaces as its number", {"register 1": dot(cell=[3, 3])}),
    Claim("push", "Driving into a robot pushes it", {"register 2": rusty(alive=False)}),
    Claim("belts-and-gears", "belts carry a robot one space", {"register 1": dot(cell=[2, 1])}),
    Claim("lasers-and-repair", "driving through is safe", {"register 2": dot(cell=[4, 2], damage=2)}),
    Claim("lasers-and-repair", "then takes damage", {"register 1": dot(damage=3)}, ["move2@670"]),
    Claim("lasers-and-repair", "A wrench repairs", {"turn 1": dot(damage=1)}),
    Claim(
        "checkpoints-and-power-down",
        "counts as soon as your robot enters its space, even in passing",
        {"register 1": dot(cell=[1, 0], checkpoint=1)},
        ["move3@790"],
    ),
    Claim(
        "checkpoints-and-power-down",
        "Dot then stands still, and all damage is gone",
        {"turn 2": dot(powered_down=True, damage=0, cell=[5, 1])},
        answers={"power-down": "yes"},
        program=["move2@670", "right@80", "move3@790", "move1@490", "left@70"],
    ),
    Claim("priorities", "Long moves go first: Move 3", {"register 1": {"order": ["Dot", "Rusty"]}}),
    Claim("priorities", "then Back Up. Turns come last", {"register 1": {"order": ["Rusty"]}}, ["back-up@430"]),
    Claim("priorities", "Rusty pushes it into the pit", {"register 1": dot(alive=False)}, ["u-turn@10"]),
    Claim("coming-back", "That cost it a life; now it is back", {"start": dot(cell=[1, 3], lives=2, damage=2)}),
    Claim(
        "coming-back",
        "Each checkpoint that it enters",
        {"start": dot(archive=[1, 3]), "register 5": dot(archive=[6, 4])},
        ["right@80", "move1@490", "left@70", "move3@790", "move2@670"],
    ),
    Claim("coming-back", "each wrench where it ends its turn", {"turn 1": dot(archive=[4, 1], damage=1)}),
]
CLASSIC = [
    Claim("classic/standing", "Driving across is not enough", {"register 1": dot(checkpoint=0)}, ["move3@790"]),
    Claim("classic/standing", "also loses 1 point of damage", {"turn 1": dot(damage=1)}),
    Claim(
        "classic/pushers-and-crushers",
        "in these they work, in the others they rest",
        {"register 1": dot(cell=[2, 1]), "register 2": dot(cell=[2, 2]), "register 4": dot(cell=[4, 2])},
    ),
    Claim(
        "classic/pushers-and-crushers",
        "destroys a robot that stands below it in register 3",
        {"register 2": dot(alive=True), "register 3": dot(alive=False)},
        ["move3@790", "right@80", "move1@490"],
    ),
    Claim(
        "classic/coming-back",
        "you choose which way it faces",
        {"start": dot(damage=2, lives=2), "register 1": dot(facing="east")},
    ),
]
AUENLAND = [
    Claim(
        "auenland/virtual-robots",
        "they drive through each other",
        {"register 1": {"robots": {"Dot": {"cell": [3, 2]}, "Rusty": {"cell": [2, 2]}}}},
    ),
    Claim("auenland/virtual-robots", "at the end of a register becomes real", {"register 1": dot(virtual=False)}),
    Claim(
        "auenland/virtual-robots", "alone on its space", {"register 1": dot(cell=[2, 2], virtual=True)}, ["move1@490"]
    ),
    Claim("auenland/virtual-robots", "A real robot pushes", {"turn 1": rusty(cell=[4, 2])}, ["left", "right", "move2"]),
    Claim("auenland/objectives", "Checkpoints 1 and 2 do not count", {"turn 1": dot(checkpoint=0)}, ["move2@670"]),
    Claim("auenland/objectives", "wins at once", {"register 4": {"winner": "Dot", "over": True}}),
]
CRASH_AND_BURN = [
    Claim(
        "crash-and-burn/entering",
        "enter on checkpoint 1 when their first command comes up",
        {"start": dot(alive=False), "register 1": dot(cell=[1, 1], facing="north", checkpoint=1)},
        ["move1@490"],
        answers={},
    ),
    Claim(
        "crash-and-burn/entering",
        "Checkpoints count in passing here",
        {"register 1": {"robots": {"Dot": {"cell": [3, 2]}}, "winner": "Dot"}},
    ),
    Claim("crash-and-burn/oil", "slides on, the same way", {"register 1": dot(cell=[5, 2])}),
    Claim(
        "crash-and-burn/oil",
        "it goes one space less",
        {"register 1": dot(cell=[2, 1])},
        robot={"cell": [2, 2], "facing": "north"},
    ),
    Claim(
        "crash-and-burn/doors",
        "A move against a shut door is lost",
        {"register 2": dot(cell=[2, 2])},
        ["move1@490", "move3@790"],
    ),
    Claim("crash-and-burn/doors", "is open in the registers", {"register 4": dot(cell=[5, 2])}),
    Claim("crash-and-burn/portals", "goes on with the rest of its move", {"register 1": dot(cell=[6, 1])}),
    Claim("crash-and-burn/portals", "is at once on the other", {"register 1": dot(cell=[4, 1])}, ["move1@490"]),
    Claim("crash-and-burn/flamers", "Driving into it then costs 1", {"register 1": dot(damage=1)}, ["move2@670"]),
    Claim("crash-and-burn/flamers", "stopping there 1 more", {"register 1": dot(damage=2)}, ["move1@490"]),
    Claim(
        "crash-and-burn/option-cards",
        "its Move 3 may go four spaces",
        {"register 1": dot(cell=[5, 2]), "turn 1": dot(options=["fourth-gear"])},
    ),
    Claim("crash-and-burn/option-cards", "may go four spaces", {"register 1": dot(cell=[4, 2])}, answers={}),
    Claim(
        "crash-and-burn/option-cards",
        "It gets them on spaces with two wrenches",
        {"turn 1": dot(options=["fourth-gear", "brakes"])},
        TURNS,
        answers={"repair": "option"},
        robot={"cell": [0, 4], "damage": 2},
        changes={"option_deck": ["brakes"]},
    ),
]
ROBOBALL = [
    Claim(
        "roboball/push",
        "It does not roll on",
        {"register 1": {"ball": {"cell": [4, 2]}}, "register 2": {"ball": {"cell": [4, 2]}}},
        ["move2@670", "left@70"],
    ),
    Claim("roboball/push", "at the end of a register", {"register 1": {"winner": 1, "over": True}}),
    Claim("roboball/hitch", "hitch it when you are asked", {"register 1": {"ball": {"hitched": ["Dot"]}}}),
    Claim("roboball/hitch", "but not a corner", {"turn 1": {"ball": {"hitched": []}}}, TURNS, robot={"cell": [3, 1]}),
    Claim(
        "roboball/drag",
        "always one space behind",
        {"register 1": {"robots": {"Dot": {"cell": [4, 2]}}, "ball": {"cell": [3, 2]}}},
    ),
    Claim("roboball/drag", "Turning on the spot does not move it", {"register 2": {"ball": {"cell": [3, 2]}}}),
    Claim(
        "roboball/pogo",
        "takes 1 point of damage for each register that ends there",
        {"register 1": dot(cell=[4, 2], damage=1), "register 2": dot(damage=2)},
        ["move2@670", "left@70"],
    ),
    Claim(
        "roboball/pogo",
        "comes down at the end of the register in which the robot has left",
        {"register 1": {"ball": {"pogo": True}}, "register 2": {"ball": {"pogo": False, "cell": [4, 2]}}},
    ),
    Claim(
        "roboball/pogo",
        "or over the board's edge",
        {"register 1": {"ball": {"pogo": True, "cell": [6, 3]}}},
        robot={"cell": [4, 3]},
        changes={"ball": {"cell": [6, 3]}},
    ),
    Claim("roboball/home", "pushed onto home 2, it wins for team 2", {"register 1": {"winner": 2}}, ["move1@490"]),
    Claim(
        "roboball/home",
        "any home, repairs 1 point",
        {"turn 1": dot(damage=1, archive=[5, 2])},
        TURNS,
        robot={"cell": [5, 2], "damage": 2},
        answers={},
    ),
    Claim(
        "roboball/tug",
        "the ball follows Dot, and Rusty is dragged along behind the ball",
        {
            "register 1": {
                "robots": {"Dot": {"cell": [4, 2]}, "Rusty": {"cell": [2, 2]}},
                "ball": {"cell": [3, 2], "hitched": ["Dot", "Rusty"]},
            }
        },
    ),
    Claim(
        "roboball/tug",
        "a fall",
        {"register 1": {"robots": {"Rusty": {"alive": False}}, "ball": {"hitched": ["Dot"]}}},
        changes={"robots": [TUGGING, FALLING]},
    ),
    Claim(
        "roboball/goals",
        "all hitches end, and the ball goes back to where it started",
        {"register 1": {**dot(cell=[3, 2], goals=1), "over": False, "ball": {"cell": [2, 2], "hitched": []}}},
        answers={},
    ),
    Claim(
        "roboball/goals",
        "If all agree, it moves by itself for a turn",
        {"turn 1": {"ball": {"cell": [2, 2]}}, "turn 2 register 1": {"ball": {"cell": [2, 1]}}},
        TURNS,
        changes={
            "deck": ["move1"],
            "decisions": [{"robot": name, "ask": "extraction", "answer": "yes"} for name in ("Dot", "Rusty")],
        },
    ),
    Claim(
        "roboball/goals",
        "hitch it, and drag it home again",
        {"register 1": {"ball": {"hitched": ["Dot"]}, "over": False}, "register 2": {"winner": 1, "over": True}},
    ),
]
VOLT = [
    Claim("volt/controller", "that many spaces", {"register 1": dot(cell=[1, 2], points=0)}),
    Claim("volt/controller", "1 victory point", {"turn 1": {"robots": {"Dot": {"points": 1}}, "vp": {"1": 0}}}),
    Claim(
        "volt/controller",
        "without turning it",
        {"register 1": dot(cell=[1, 6], facing="north")},
        ["move up 1"],
        robot={"side": "north"},
    ),
    Claim(
        "volt/controller",
        "Each turn brings one more, while fewer than three lie in the arena",
        {"turn 1": {"vp": {"1": 1, "2": 1, "3": 0}}, "turn 2": {"vp": {"1": 1, "2": 1, "3": 1}}},
        robot={"programs": [[], [], []]},
        changes={"board": {"grid": MARKED}, "vp": {"lie": {"1": 1}, "draw": [2, 3, 3]}},
    ),
    Claim(
        "volt/controller",
        "while fewer than three lie in the arena",
        {"turn 1": {"vp": {"1": 3, "2": 0}}},
        program=[],
        changes={"board": {"grid": MARKED}, "vp": {"lie": {"1": 3}, "draw": [2]}},
    ),
    Claim("volt/shots", "does not change the shot", {"register 1": dot(points=1)}, ["fire up-right 6"]),
    Claim("volt/shots", "the shooter gets a victory point", {"register 1": rusty(alive=False)}),
    Claim(
        "volt/shots",
        "starts again next turn, without damage",
        {"turn 1": rusty(alive=False), "turn 2": rusty(alive=True, damage=0)},
        changes={"board": {"grid": BOTH_SIDES}},
    ),
    Claim("volt/order", "the smaller number comes first", {"register 1": rusty(alive=False)}),
    Claim("volt/order", "blue comes before red", {"register 1": rusty(alive=True, cell=[5, 0])}, ["fire right 3"]),
    Claim(
        "volt/push",
        "A wall stops them all",
        {"turn 1": {"robots": {"Dot": {"cell": [1, 3]}, "Rusty": {"cell": [2, 3]}, "Zip": {"cell": [3, 3]}}}},
        changes={
            "board": {"grid": WALLED},
            "robots": [
                {
                    "name": "Dot",
                    "cell": [1, 3],
                    "side": "south",
                    "program": ["move right 3", "fire up 1", "fire down 1"],
                },
                {"name": "Rusty", "cell": [2, 3], "side": "north"},
                {"name": "Zip", "cell": [3, 3], "side": "east"},
            ],
        },
    ),
    Claim("volt/push", "even into the pit yourself", {"register 1": dot(alive=False, points=1)}, ["move right 4"]),
    Claim("volt/push", "pushes it ahead", {"register 1": rusty(cell=[4, 3])}, ["move right 2"]),
    Claim(
        "volt/start-numbers",
        "the smaller start number comes first",
        {"register 1": dot(alive=False, start_number=2)},
        answers={"start-number": 2},
    ),
    Claim("volt/start-numbers", "the next one destroys", {"register 1": rusty(alive=False)}),
]
CLAIMS = [*STANDARD, *CLASSIC, *AUENLAND, *CRASH_AND_BURN, *ROBOBALL, *VOLT]
