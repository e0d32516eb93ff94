"""Rules of RoboBall that scenarios cannot say: who may play where, how matches begin, and what seats and bots know."""

from typing import Any

import pytest

from roborally.bots.registry import make_bot
from roborally.core.decisions import AnswerError
from roborally.core.dice import Dice
from roborally.core.events import Watch
from roborally.core.geometry import EAST, NAMES, NORTH, SOUTH, WEST
from roborally.core.match import Match
from roborally.core.observation import SPECTATOR, observe
from roborally.game.course.courses import check_board
from roborally.game.course.notation import CourseError, Notations, parse_grid
from roborally.game.factory import Game, make_game
from roborally.game.match_file import ConfigError, MatchConfig, MatchSection, SeatConfig
from roborally.game.scenario.file import load_scenario, scenarios_of
from roborally.game.statistics import Tally
from roborally.narration.chronicle import Chronicle, piece_names
from roborally.plugin import FACTS, MATCH_FACTS, SCENARIO_STARTS
from tests.fuzz.play import make
from tests.shipped import catalogue, drawn

PITCH = "home1 . . . . \n . . ball . . \n . . . . home2"


def game(grid: str = PITCH, teams: tuple[int, ...] = (0, 0), **settings: Any) -> Game:
    """Return a game on a drawn board; 0 is a separate team."""
    seats = [SeatConfig(name, team=team) for name, team in zip("ABCDEFGH", teams, strict=False)]
    config = MatchConfig(MatchSection("roboball", "pitch"), settings, {}, seats)
    return make_game(config, catalogue(), course=drawn(grid, catalogue(), "pitch"))


@pytest.mark.parametrize(
    ("grid", "teams", "text"),
    [
        (PITCH, (1, 1, 2), "is played by teams with the same number of robots, but team 1 has 2, team 2 has 1"),
        (PITCH, (0, 0, 0), "has no home for team 3; its homes are: 1, 2"),
        (PITCH + " \n home3 . . . .", (1, 3), "cannot be played by the teams 1, 3: teams are numbered from 1"),
        (PITCH + " \n home3 . . . .", (2, 3), "cannot be played by the teams 2, 3: teams are numbered from 1"),
        (PITCH, (1, 1), "needs at least two teams, but all seats belong to team 1"),
        ("home1 . ball \n home2 . ball", (0, 0), "has 2 balls, but RoboBall is played with one"),
        ("home1 . . \n home2 . .", (0, 0), "has no ball, without which 'roboball' cannot be played"),
        ("ball . . \n . . .", (0, 0), "has no home, without which 'roboball' cannot be played"),
    ],
)
def test_who_cannot_play_is_told_why(grid: str, teams: tuple[int, ...], text: str) -> None:
    """RBL-201 to RBL-203."""
    with pytest.raises(ConfigError, match=f"course 'Pitch' {text}"):
        game(grid, teams)


@pytest.mark.parametrize(
    ("grid", "text"),
    [("ball . ball", "ball ball is there twice"), ("home1 . home3", "home 2 is missing; the highest is 3")],
)
def test_a_board_file_with_two_balls_or_a_gap_is_refused(grid: str, text: str) -> None:
    notations = Notations.of(catalogue().resolve(["roboball"]))
    with pytest.raises(CourseError, match=text):
        check_board(parse_grid(grid, notations), notations, "board")


def test_teams_start_on_their_homes_and_are_virtual_where_they_share_them() -> None:
    """RBL-202, RBL-203: alone they are real; all robots face the ball, and have an archive on the home."""
    match = game(teams=(1, 2, 1, 2)).start(1)
    robots, ball = match.robots, match.state.pieces[4]
    assert [robot.seat for robot in robots] == [0, 1, 2, 3]
    assert all(robot in twin.state.pieces for twin in (match, match.clone()) for robot in twin.robots)
    assert [match.cell_of(piece) for piece in robots] == [(0, 0), (4, 2), (0, 0), (4, 2)]
    assert [piece.facing for piece in robots] == [1, 3, 1, 3]
    assert not any(piece.solid for piece in robots)
    assert (match.cell_of(ball), ball.solid, ball.seat) == ((2, 1), True, -1)
    assert all(piece.solid for piece in game().start(1).state.pieces)
    assert match.state.ext["archive"]["cells"][:4] == tuple(robot.cell for robot in robots)


@pytest.mark.parametrize(
    ("grid", "facings"),
    [
        ("ball . home1 \n . . . \n home2 . .", [WEST, NORTH]),
        ("home1 . home2 \n . ball . \n . . .", [EAST, SOUTH]),
        (". . . \n . ball . \n home1 . home2", [NORTH, WEST]),
        ("home1 . \n . . \n . ball \n . home2", [SOUTH, NORTH]),
    ],
)
def test_rbl_202_all_robots_face_the_ball(grid: str, facings: list[int]) -> None:
    """RBL-202: on a diagonal all turn the same way, so that a board may be turned."""
    assert [robot.facing for robot in game(grid).start(1).robots] == facings


def test_all_are_virtual_at_the_start_where_the_setting_says_so() -> None:
    """RBL-101: `virtual_at_start` as in AUE-301."""
    assert not any(piece.solid for piece in game(virtual_at_start=True).start(1).state.pieces[:2])


def test_no_primitive_harms_the_ball() -> None:
    """RBL-305: neither what can be absorbed nor what cannot, alone or in a volley."""
    match = game().start(1)
    robot, ball = match.state.pieces[0], match.state.pieces[2]
    for piece in (robot, ball):
        match.hurt(piece, 1, "robot-laser")
        match.lose(piece, 1, "respawn")
        match.volley([(piece, 1, -1, -1, "board-laser")])
    assert (robot.damage, ball.damage) == (3, 0)
    assert not match.destroy(ball, "pit")


def test_homes_without_a_team_do_not_win() -> None:
    """RBL-205: on a board with more homes than teams the others are floor."""
    match = game(PITCH + " \n home3 . . . .").start(1)
    match.place(match.state.pieces[2], match.floor.index((0, 3)), 0, "test")
    match.run("stage")
    answer_all(match, "stage")
    assert not match.state.over


def answer_all(match: Match, until: str) -> None:
    """Give default answers until a moment is reached."""
    while match.state.decisions and not match.state.over:
        for decision in match.state.decisions:
            match.state.sealed.setdefault(decision["id"], decision["default"])
        match.run(until)
        if match.halted:
            return


def touching() -> Match:
    """Return a match in which robot A is asked whether it hitches."""
    match = game().start(1)
    match.place(match.state.pieces[0], match.floor.index((1, 1)), 1, "test")
    match.run()
    for decision in match.state.decisions:
        match.state.sealed[decision["id"]] = () if decision["kind"] == "program" else decision["default"]
    match.state.ext["program-cards"].update(scripted=True, programs=((), ()), deals=((), ()))
    match.run()
    return match


def test_a_bad_declaration_is_refused_in_plain_words() -> None:
    """RBL-403."""
    match = touching()
    decision = next(entry for entry in match.state.decisions if entry["kind"] == "hitch")
    with pytest.raises(AnswerError, match="'perhaps' is no answer to 'hitch'; possible are: yes, no"):
        match.answer(decision["id"], "perhaps")
    match.answer(decision["id"], "yes", 0)
    read = MATCH_FACTS.of(match.rules)["ball"].read
    assert read is not None
    assert read(match)["hitched"] == ["A"]


def test_the_cards_of_the_ball_are_face_down() -> None:
    """RBL-801: dealt from the top of the pile, and disclosed one by one."""
    match = game().start(1)
    match.state.ext["roboball"]["agreed"] = 2
    match.run()
    cards = match.state.ext["program-cards"]["slots"][2]
    assert len(cards) == 5
    assert all("@" in card for card in cards)
    for seat in (SPECTATOR, 0, 1):
        assert observe(match, seat).data["ext"]["program-cards"]["slots"][2] == ("?",) * 5


@pytest.mark.parametrize(
    ("grid", "answer"), [(PITCH, "no"), ("home1:es . O . . \n .:es . O ball . \n O O O O O \n . . . . home2:nw", "yes")]
)
def test_bots_agree_when_no_robot_can_touch_the_ball_in_one_turn(grid: str, answer: str) -> None:
    """RBL-R10."""
    match = game(grid).start(1)
    match.ask("extraction", match.state.pieces[0], "no", ("yes", "no"))
    seen = observe(match, 0)
    assert make_bot("greedy", catalogue()).choose(seen, seen.decisions()[0], Dice(1)) == answer


def test_the_ball_is_no_robot_in_words_and_figures() -> None:
    """It has its own name, and neither its moves nor pushing it count in the statistics."""
    played = game()
    assert piece_names(played) == ["A", "B", "RoboBall"]
    step = {"type": "step", "beat": 1, "piece": 2, "from": (1, 1), "to": (2, 1), "direction": 1, "how": "push", "by": 0}
    assert Chronicle.of(played).line(step) == "A pushes RoboBall 1 space."
    tally = Tally(played.rules, 2)
    tally.feed({"type": "card", "beat": 1, "piece": 0, "register": 1, "card": "move1@490"})
    tally.feed(step)
    tally.feed({**step, "how": "forward", "by": 2})
    assert not any(any(counts.values()) for counts in tally.counts)


def happened(name: str) -> list[str]:
    """Return the types of all events of a scenario of the plugin, in order."""
    (place,) = (place for place in scenarios_of(catalogue().get("roboball").folder) if place.name.endswith(f"::{name}"))
    data = load_scenario(place)
    played = game_of(data)
    types: list[str] = []
    played.watch = Watch(lambda event: types.append(event["type"]))
    played.run("stage")
    answer_all(played, "stage")
    return types


def game_of(data: dict[str, Any]) -> Match:
    """Return the match of a scenario with robots and a ball where it has them, at the beginning of register 1."""
    teams = tuple(robot.get("team", 0) for robot in data["robots"])
    seats = [SeatConfig(robot["name"], team=team) for robot, team in zip(data["robots"], teams, strict=True)]
    config = MatchConfig(MatchSection("roboball", "drawn"), seats=seats)
    course = drawn(data["board"]["grid"], catalogue())
    match = make_game(config, catalogue(), course=course, strict=False).start(1)
    for start in SCENARIO_STARTS.of(match.rules).values():
        start(match)
    write, write_ball = FACTS.of(match.rules)["program"].write, MATCH_FACTS.of(match.rules)["ball"].write
    assert write is not None
    assert write_ball is not None
    for piece, robot in zip(match.state.pieces, data["robots"], strict=False):
        match.place(piece, match.floor.index(tuple(robot["cell"])), NAMES.index(robot["facing"]), "test")
        write(match, piece, robot["program"])
    write_ball(match, data["ball"])
    return match


@pytest.mark.parametrize(
    "name",
    [
        "rbl-506-pusher-in-the-way",
        "rbl-505-two-followers",
        "rbl-r05-both-carried-apart",
        "rbl-408-crushed-robots-lose-it",
    ],
)
def test_a_hitch_ends_at_once(name: str) -> None:
    """RBL-408: not only when declarations are made."""
    types = happened(name)
    assert types.index("unhitch") < types.index("beam")


def test_gears_do_not_turn_the_ball() -> None:
    """RBL-304: nor do people see it turn."""
    assert "turn" not in happened("rbl-304-gears-and-crushers")


def test_rbl_408_a_ball_that_a_portal_takes_away_lets_go_at_once_of_the_robot_drawn_behind_it() -> None:
    """Before anybody is asked anything, such as the owner of a robot that has fallen on the way."""
    drawn = "home1 . . . home2 \n . . ball portalA . \n portalA . . . ."
    match = make("roboball", drawn, 2, plugins=["portals"]).start(1)
    leader, follower, ball = match.state.pieces
    for piece, cell in ((leader, (3, 1)), (follower, (1, 1))):
        match.place(piece, match.floor.index(cell), EAST, "respawn")
    match.state.ext["roboball"]["hitched"] = (True, True, False)
    match.walk(leader, EAST, 1)
    assert [match.cell_of(piece) for piece in (leader, follower, ball)] == [(4, 1), (2, 1), (0, 2)]
    assert match.state.ext["roboball"]["hitched"] == (False, False, False)
