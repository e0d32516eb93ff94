"""RoboBall in the window: hitches, teams, the ball above the floor and on its own."""

import math
from typing import Any

import arcade
import pytest

from roborally.core.observation import SPECTATOR
from roborally.game.factory import make_game
from roborally.game.match_file import MatchConfig, MatchSection, SeatConfig
from roborally.plugin_system.loader import Catalogue
from roborally.ui.board.board_art import CELL
from roborally.ui.match.windows.result_screen import ResultScreen
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.theme import Rect
from tests.shipped import drawn
from tests.slots import put_in

from . import seen
from .conftest import Driver, answer_default, play_to_the_end

PITCH = """
 .      .  .  .     .  .  .
 home1  .  .  ball  .  .  home2
 .      .  .  .     O  .  .
"""

PITCH_OF_THREE = """
 .      .  .  .     .  .  .
 home1  .  .  ball  .  .  home2
 .      .  .  .     O  .  home3
"""
ISLAND = """
 .      .  .  O     .  .  .
 home1  .  O  ball  O  .  home2
 .      .  .  O     .  .  .
"""


@pytest.fixture
def open_ball(catalogue: Catalogue, begin_session: Any, show_session: Any) -> Any:
    """Show a match of two teams of bots; with `human` a person plays the first robot."""

    def make(
        *,
        human: bool = False,
        players: int = 2,
        speed: str = "skip",
        bot: str = "random",
        goals: int = 1,
        pitch: str = PITCH,
        **rules: Any,
    ) -> Any:
        names = ("Ada", "Bob", "Cid", "Dot")[:players]
        seats = [
            SeatConfig(name, "human" if human and not number else bot, team=number % 2 + 1)
            for number, name in enumerate(names)
        ]
        config = MatchConfig(match=MatchSection(mode="roboball", timer=0), rules={"goals": goals, **rules}, seats=seats)
        game = make_game(config, catalogue, course=drawn(pitch, catalogue, "pitch", players=(2, 8)))
        return show_session(begin_session(game, bot=bot), speed=speed, frames=2)

    return make


def texts_of(screen: Any) -> list[str]:
    return [label.text for label in screen.layer.labels]


def test_the_end_is_shown_where_the_ball_is(open_ball: Any) -> None:
    """CLI-2105: the winner may stand far from it, so that the goal would be out of view."""
    screen = open_ball(human=True, speed="normal")
    ball = next(robot for robot in screen.context.display.robots if robot.seat < 0)
    assert screen.context.display.robots[0].cell != ball.cell
    screen.moments.on_event({"type": "over", "winners": (0,)}, frozenset({0}))
    for _frame in range(20):
        screen.moments.update(1 / 20)
    zoom = screen.board.zoom
    before, after = (math.dist(screen.board.middle, screen.board.centre(cell)) for cell in ((0, 1), ball.cell))
    assert screen.moments.running
    assert after < before
    assert zoom > screen.board.smallest
    assert "Bot: Beginner (Random)" in screen.context.status(1)
    assert "Bot" not in screen.context.status(0)


@pytest.mark.parametrize(("players", "goals"), [(4, 1), pytest.param(2, 3, marks=pytest.mark.long)])
def test_a_match_to_its_end(app: Any, driver: Driver, open_ball: Any, players: int, goals: int) -> None:
    """What is shown equals what is so whenever the animation has run dry (`check`)."""
    screen = open_ball(players=players, goals=goals)
    assert screen.context.line().startswith("Team 1: Ada, Cid\nTeam 2: Bob, Dot\n") is (players == 4)
    play_to_the_end(driver, screen)
    assert screen.ended
    robots = screen.context.display.robots
    teams = {robots[index].team for index in screen.context.display.winners}
    assert len(teams) == 1
    assert goals == 1 or goals in [robot.gauges["goals"] for robot in robots[:2]]
    result = ResultScreen(app, screen.context, [("Main menu", "arrow-left", app.pop)])
    app.push(result)
    driver.frame()
    assert f"Team {teams.pop()} wins!" in texts_of(result)
    assert len(result.order) == players


def asked_until(app: Any, driver: Driver, screen: Any, kind: str, turns: int) -> list[str]:
    """Answer as Enter does until a kind of question comes, or turns have passed; return the kinds of all questions."""
    kinds: list[str] = []
    for _ in range(400):
        driver.send("on_update", 1 / 2)
        question = screen.question_controller.asked
        if screen.ended or screen.context.display.turn > turns or kind in kinds:
            break
        if question is not None:
            kinds.append(question["kind"])
            if question["kind"] != kind:
                answer_default(app, driver, screen)
    return kinds


def test_the_question_to_hitch_is_a_dialog_and_the_hitch_is_seen(app: Any, driver: Driver, open_ball: Any) -> None:
    screen = open_ball(human=True, players=2)
    kinds = set()
    for _ in range(200):
        driver.send("on_update", 1 / 2)
        question = screen.question_controller.asked
        if question is None:
            continue
        kinds.add(question["kind"])
        if question["kind"] == "hitch":
            break
        if question["kind"] == "program":  # straight to the ball, and there it stays
            hand = screen.panels.asking["program"].hand
            for command in ("move1", "move2", "back-up", *(card.partition("@")[0] for card in hand.rest())):
                hand.add(command)
            screen.panels.asking["program"].hand_in()
        else:
            answer_default(app, driver, screen)
    assert "hitch" in kinds
    dialog = app.screen_on_top
    assert any("touches the ball" in text for text in texts_of(dialog))
    assert not any(button.accent for button in dialog.controls.widgets), "CLI-2040: neither is recommended"
    driver.key(arcade.key.ENTER)
    assert app.screen_on_top is dialog, "Enter leads to the answers"
    assert dialog.controls.focus is dialog.controls.widgets[0]
    keep, change, lasting = dialog.controls.widgets
    assert [keep.text, change.text, lasting.text] == ["Leave it", "Hitch the ball", "Leave it until the turn ends"]
    driver.click(change.rect.centre)
    driver.frame()
    assert "Ada hitches the ball." in screen.context.log


def test_a_question_that_is_asked_in_every_register_can_be_answered_for_the_turn(
    app: Any, driver: Driver, open_ball: Any
) -> None:
    """CLI-2040: the answer that changes nothing, at its place in both questions; the next turn asks again."""
    screen = open_ball(human=True)
    screen.flow.check = False
    match = screen.session.match
    put_in(match.state.ext["roboball"], "hitched", 0, value=True)
    match.place(match.state.pieces[2], match.floor.index((0, 0)), 0, "test")
    asked: list[tuple[int, str]] = []
    while len(asked) < 3:
        driver.until(lambda: screen.question_controller.asked is not None)
        question = screen.question_controller.asked
        if question["kind"] == "program":
            screen.answer(0, question["id"], ("",) * 5)
            continue
        asked.append((match.state.turn, question["kind"]))
        driver.frame()
        keep, change, lasting = app.screen_on_top.controls.widgets
        assert [keep.text, change.text, lasting.text] == ["Keep it", "Let go", "Keep it until the turn ends"]
        assert keep.rect.x < change.rect.x
        driver.click((keep if len(asked) == 1 else lasting).rect.centre)
    assert asked == [(1, "unhitch"), (1, "unhitch"), (2, "unhitch")]
    match.state.stage = 5
    assert not screen.context.view(question).repeated, "no register follows"


def test_the_ghost_takes_the_ball_along_and_who_hangs_on_it(driver: Driver, open_ball: Any) -> None:
    """CLI-2036, RBL-502, RBL-504: pale where they end; a lost hitch is told."""
    screen = open_ball(human=True)
    screen.flow.check = False
    match = screen.session.match
    for piece, cell in ((0, (1, 0)), (2, (0, 0)), (1, (0, 1))):
        match.place(match.state.pieces[piece], match.floor.index(cell), 1, "test")
    for piece in (0, 1):
        put_in(match.state.ext["roboball"], "hitched", piece, value=True)
    put_in(match.state.ext["program-cards"], "hands", 0, ("move2@700", "u-turn@10", "move1@500"))
    panel, aid = screen.panels.asking["program"], screen.board_pane.ghost
    panel.open(panel.question)
    screen.board_pane.rest(screen.session.observe(0))
    panel.hand.add("move2")
    driver.frame()
    assert aid.ghost.cell == (3, 0)
    assert aid.notes.moved == {2: [(0, 0), (1, 0), (2, 0)], 1: [(0, 1), (0, 0), (1, 0)]}
    drawn_at = [sprite.position for sprite in aid.above]
    assert screen.board.centre((2, 0)) in drawn_at
    assert screen.board.centre((1, 0)) in drawn_at
    assert aid.hint == ""
    panel.clear()
    for command in ("u-turn", "move1"):
        panel.hand.add(command)
    driver.frame()
    assert aid.hint.splitlines()[1] == "Register 2: loses the ball, which rises; takes 1 damage (the ball)", "by time"
    for piece, cell, facing in ((1, (6, 0), 0), (0, (0, 1), 0), (2, (1, 1), 0)):
        match.place(match.state.pieces[piece], match.floor.index(cell), facing, "test")
    put_in(match.state.ext["roboball"], "hitched", 1, value=False)
    screen.board_pane.rest(screen.session.observe(0))
    panel.clear()
    panel.hand.add("move1")
    driver.frame()
    assert aid.hint.splitlines()[1] == "Register 1: The ball is home: a goal for team 1!"


def test_the_rulebook_opens_at_what_is_on_the_screen(app: Any, driver: Driver, open_ball: Any) -> None:
    """CLI-1506: the ball under the mouse, the hand while programming, the step that runs where nothing is asked."""
    screen = open_ball(human=True)
    driver.until(lambda: screen.question_controller.asked is not None)
    driver.move(screen.board.to_design(*screen.board.centre(screen.context.display.robots[-1].cell)))
    assert app.rule_here() == "RBL-301"
    assert screen.rule_now == "COM-16"
    screen.panels.asking["program"].hand_in()
    rules = {screen.rule_now}
    for _ in range(100):
        driver.send("on_update", 1 / 2)
        rules.add(screen.rule_now)
        if screen.question_controller.asked is not None:
            break
    assert "" not in rules
    assert len(rules) > 1


def test_who_is_hitched_is_seen(driver: Driver, open_ball: Any) -> None:
    screen = open_ball(human=True)
    screen.flow.check = False
    screen.context.display.apply({"type": "hitch", "beat": 1, "piece": 0})
    assert screen.context.line() == "Ball: held by Ada (team 1)"
    assert "Hitched to the ball" in screen.context.status(0)
    screen.panels.moving.refresh()
    (mark,) = screen.panels.moving.rows[0].state.numbers
    assert mark.symbol.visible
    screen.draw()
    assert [beam.visible for beam in screen.board_pane.overlays[-3].beams] == [True, False]


def test_the_robots_of_a_team_at_home_can_be_counted(driver: Driver, open_ball: Any) -> None:
    """CLI-2035: on the board without the numbers of their team, and in its tooltip, a line each."""
    screen = open_ball(human=True, players=4)
    driver.frame()
    numbers = [sprite for _robot, sprite in screen.board_pane.overlays[-4].numbers]
    assert not any(number.visible for number in numbers)
    ada, _bob, cid, _dot = screen.actors.actors[:4]
    assert math.dist(ada.place, cid.place) > CELL / 2
    assert ada.spot.size == cid.spot.size > 2 / 3
    screen.flow.check = False
    screen.context.display.robots[2].cell = (1, 1)
    screen.actors.settle_all()
    driver.frame()
    assert [number.visible for number in numbers] == [True, False, True, False]
    assert abs(numbers[2].center_x - cid.place[0]) < CELL / 2
    screen.context.display.robots[2].cell = (0, 1)
    screen.context.display.robots[2].damage = 3
    told = screen.board_pane.tooltip_at(*screen.board.to_design(*screen.board.centre((0, 1))))
    ways = "The dots show the ball's shortest way; the number counts its spaces."
    home = "Your home: bring the ball here. It repairs 1 at the end of the turn."
    assert told.split("\n\n") == ["Ada\nCid: Damage 3 of 10", home, ways]
    screen.actors.settle_all()
    right = screen.actors[2].place[0] + CELL / 3, screen.actors[2].place[1]
    assert screen.board.cell_at(*screen.board.to_design(*right)) == (1, 1), "it reaches beyond its cell"
    assert screen.board_pane.tooltip_at(*screen.board.to_design(*right)).startswith(
        "Cid\nBot: Beginner (Random)\nTeam 1\nDamage 3 of 10"
    )


def test_the_ball_above_the_floor_and_on_its_own(app: Any, driver: Driver, open_ball: Any) -> None:
    screen = open_ball()
    screen.flow.check = False
    context, ball = screen.context, 2
    actor = screen.actors[ball]
    floor = actor.body.texture
    assert context.line() == "Ball: free"
    assert not actor.disc.visible
    assert screen.rules.at(context.display.robots[ball].cell) == "RBL-301"
    context.display.apply({"type": "ball-rises", "beat": 1, "piece": ball})
    assert screen.rules.at(context.display.robots[ball].cell) == "RBL-701"
    screen.actors.settle(ball)
    driver.frame()
    assert actor.body.texture is not floor
    assert actor.body.alpha == 255
    assert "pogo" in context.line()
    assert "above the floor" in screen.board_pane.overlays[-2].tooltip_at(context.display.robots[ball].cell)
    context.display.apply({"type": "ball-lands", "beat": 1, "piece": ball})
    context.display.apply({"type": "extraction", "beat": 1, "piece": ball})
    context.display.apply({"type": "reveal", "beat": 1, "register": 1, "cards": ((ball, "move2@700"),)})
    screen.panels.moving.refresh()
    driver.frame()
    row = screen.panels.moving.rows[ball]
    assert row.shown == ["move2@700", "", "", "", ""]
    assert "by itself" in context.line()
    assert context.name(ball) == "RoboBall"


def test_the_goals_of_all_teams_are_seen(app: Any, driver: Driver, open_ball: Any) -> None:
    """RBL-R14: beside every robot of the team, and in the line above the board; a word at the ball says how it is."""
    screen = open_ball(human=True, players=4, goals=3)
    screen.flow.check = False
    state, apply = screen.board_pane.overlays[-2], screen.context.display.apply
    teams = "Your team: Ada, Cid\nTeam 2: Bob, Dot\n"
    assert screen.context.line() == f"{teams}Goals 0 : 0 (first to 3)\nBall: free"
    for piece in (1, 3):
        apply({"type": "team-goals", "beat": 1, "piece": piece, "total": 2})
    assert screen.context.line() == f"{teams}Goals 0 : 2 (first to 3)\nBall: free"
    assert "Goals of the team: 2 of 3 to win" in screen.context.status(3)
    assert state.word() == ""
    for piece in (2, 1):
        apply({"type": "hitch", "beat": 1, "piece": piece})
    assert state.word() == "team 1 + 2"
    apply({"type": "ball-rises", "beat": 1, "piece": 4})
    assert state.word() == "hovers"
    apply({"type": "ball-lands", "beat": 1, "piece": 4})
    apply({"type": "extraction", "beat": 1, "piece": 4})
    assert state.word() == "by itself"


def test_a_robot_below_the_ball_is_seen(driver: Driver, open_ball: Any) -> None:
    """Its number lies above the ball, and the ring has the colour of its team."""
    screen = open_ball()
    screen.flow.check = False
    display, ball = screen.context.display, 2
    display.apply({"type": "ball-rises", "beat": 1, "piece": ball})
    screen.draw()
    badges, _hitches, state, _ways = screen.board_pane.overlays[-4:]
    assert state.ring_tint() == theme.colour("accent-cool")
    display.apply({"type": "place", "beat": 1, "piece": 1, "cell": display.robots[ball].cell, "facing": 0})
    screen.draw()
    assert state.ring_tint() == theme.seat_colours(display.robots[1].livery).light
    assert [sprite.visible for robot, sprite in badges.numbers if robot.cell == display.robots[ball].cell] == [True]


def test_a_home_has_the_colour_of_its_team_and_is_grey_without_one(driver: Driver, open_ball: Any) -> None:
    screen = open_ball(pitch=PITCH_OF_THREE)
    for robot in (0, 1):
        screen.actors[robot].alpha = 0
        screen.actors[robot].show()
    board = screen.board
    shares = []
    for cell in ((0, 1), (6, 1), (6, 2)):
        x, y = board.camera.project(board.centre(cell))
        side = 40 * board.zoom
        image = seen.picture(driver, Rect(x - side, y - side, 2 * side, 2 * side))
        reds, _greens, blues = zip(*image.getdata(), strict=True)
        shares.append(sum(reds) / sum(blues))
    red, blue, grey = shares
    assert blue < 0.6 < 0.7 < grey < 0.9 < 1.2 < red, shares


def test_nobody_is_asked_whether_a_ball_in_reach_is_out_of_reach(app: Any, driver: Driver, open_ball: Any) -> None:
    """RBL-R10: the bots would refuse, and a person has nothing to decide; the answer is given at once."""
    kinds = asked_until(app, driver, open_ball(human=True, goals=5), "extraction", turns=3)
    assert kinds.count("program") >= 2
    assert "extraction" not in kinds


def test_a_ball_that_nobody_can_reach_is_asked_about(app: Any, driver: Driver, open_ball: Any) -> None:
    """RBL-801: the pits around the ball keep all robots away."""
    kinds = asked_until(app, driver, open_ball(human=True, pitch=ISLAND), "extraction", turns=100)
    assert kinds[-1] == "extraction"
    assert any("out of reach" in text for text in texts_of(app.screen_on_top))


def test_team_mates_look_alike_and_bear_their_number(open_ball: Any) -> None:
    screen = open_ball(players=4)
    colours = [actor.colours.name for actor in screen.actors.actors[:4]]
    assert colours[0] == colours[2] != colours[1] == colours[3]
    badges = screen.board_pane.overlays[-4]
    assert [robot.team for robot, _sprite in badges.numbers] == [1, 2, 1, 2]
    homes = {element.cell: element for element in screen.board.board.of_kind("home")}
    assert badges.describe(homes[0, 1]) == "Home of team 1 (Ada, Cid): keep the ball away."
    assert "Team 2" in screen.context.status(1)


@pytest.mark.parametrize(
    ("human", "ways_from"),
    [(True, {(3, 1): [1], (6, 1): [2], (6, 2): [], (1, 0): []}), (False, {(3, 1): [1, 2]})],
)
def test_the_way_home_is_shown_while_one_points_at_either_end(
    driver: Driver, open_ball: Any, human: bool, ways_from: dict[tuple[int, int], list[int]]
) -> None:
    """From the ball to the own home; who only watches sees the ways to all. A home without a team has none."""
    screen = open_ball(human=human, pitch=PITCH_OF_THREE)
    ways, board = screen.board_pane.overlays[-1], screen.board
    for cell, teams in ways_from.items():
        driver.move(board.camera.project(board.centre(cell)))
        driver.frame()
        assert ways.teams == teams
        driver.move((0.0, 0.0))
        driver.frame()
        assert ways.teams == []


def test_the_tooltip_of_the_ball_says_who_holds_it_and_what_the_number_counts(open_ball: Any) -> None:
    screen = open_ball(human=True)
    screen.flow.check = False

    def tooltip(cell: tuple[int, int]) -> str:
        return str(screen.board_pane.tooltip_at(*screen.board.to_design(*screen.board.centre(cell))))

    counted = "The dots show the ball's shortest way; the number counts its spaces."
    assert "Ball: free" in tooltip((3, 1))
    screen.context.display.apply({"type": "hitch", "beat": 1, "piece": 0})
    assert "Ball: held by Ada (team 1)" in tooltip((3, 1))
    assert counted in tooltip((3, 1))
    assert counted in tooltip((6, 1))
    assert counted not in tooltip((1, 0))
    assert "rows and columns" not in tooltip((6, 1))


def test_nothing_is_said_of_a_way_that_there_is_not(open_ball: Any) -> None:
    screen = open_ball(human=True, pitch=ISLAND)
    ways = screen.board_pane.overlays[-1]
    ways.mouse_over((6, 1))
    ways.draw_above()
    assert (ways.teams, ways.tooltip_at((6, 1)), len(ways.sprites)) == ([2], "", 0)


def test_dots_and_number_follow_the_way_around_a_pit(open_ball: Any) -> None:
    screen = open_ball(pitch=PITCH.replace("ball  .  .  home2", "ball  O  .  home2"), last_turn=9)
    ways, board = screen.board_pane.overlays[-1], screen.board
    ways.mouse_over((6, 1))
    ways.draw_above()
    *dots, number = ways.sprites
    assert len(dots) == 2 * 5, "two for each step: up, three to the right, down"
    pit = board.centre((4, 1))
    assert min(math.dist(dot.position, pit) for dot in dots) > 50
    here, there = board.centre((4, 0)), board.centre((5, 0))
    assert math.dist(number.position, here) == math.dist(number.position, there) == math.dist(here, there) / 2
    assert "rows and columns" in ways.tooltip_at((6, 1)), "a draw is decided by them (RBL-R15)"


def test_the_own_home_is_named(app: Any, driver: Driver, open_ball: Any) -> None:
    """CLI-2111, CLI-2033: the view is led to it and to the ball, the recap does not hide them.

    Who is hitched has the ball beside it. Lives without end are not shown, and the window about a player says the team.
    """
    screen = open_ball(human=True)
    own, other = (screen.board_pane.overlays[-4].describe(home) for home in screen.board.board.of_kind("home"))
    assert own == "Your home: bring the ball here. It repairs 1 at the end of the turn."
    assert other == "Home of team 2 (Bob): keep the ball away."
    screen.context.own, seat = SPECTATOR, screen.context.own
    again = type(screen.board_pane.overlays[-4])(screen.board_pane.scene)
    assert again.describe(screen.board.board.of_kind("home")[0]) == own, "as a replay is seen"
    screen.context.display.robots[1].team = 1
    assert "Your team: Ada, Bob" in screen.context.line()
    screen.context.display.robots[1].team = 2
    screen.context.own = seat
    assert screen.board_pane.aims(0) == [(3, 1), (0, 1)]
    assert screen.board_pane.aims(1) == [(3, 1), (6, 1)]
    screen.context.display.robots[0].gauges["hitched"] = 1
    assert screen.board_pane.aims(0) == [(0, 1)]
    assert [gauge.name for gauge in screen.context.gauges(0)] == ["hitched"]
    screen.context.inform(1)
    driver.frame()
    assert "Team 2" in texts_of(app.screen_on_top)
