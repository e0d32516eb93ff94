"""What is framed on a board that is too large for its place (CLI-2111)."""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

import pytest

from roborally.core.events import Event, is_for
from roborally.core.geometry import Cell
from roborally.core.observation import SPECTATOR, observe
from roborally.game.factory import Game, make_game
from roborally.plugin_system.loader import Catalogue
from roborally.ui.board.display import Display
from roborally.ui.board.frame_choice import MARGIN, Box, Point, Size, Wanted, acting, around, framed, gathered, kept_on
from roborally.ui.board.marks import ActMarks
from roborally.ui.board.timetable import PLAIN, Chain, Pacing
from roborally.ui.plugin import views_of
from tempo import config_of, turns_of
from tests.fuzz.play import EDITIONS, play, random_game
from tests.sweeps import few_of

BOARD = 24, 24
SEEN = 12.0, 10.0
UPPER_LEFT = Box(0, 0, *SEEN)
GOAL = 0
"""The number of a random game with a goal."""


def test_a_box_ends_with_the_board() -> None:
    """With the margin, in which a robot that falls is seen (CLI-2420)."""
    assert around([(0, 5)], 3, BOARD) == Box(-MARGIN, 2, 4, 9)
    assert around([(23, 23), (20, 22)], 1, BOARD) == Box(19, 21, 24 + MARGIN, 24 + MARGIN)
    assert around([(0, 23)], 0, BOARD) == Box(0, 23, 1, 24)
    assert around([(-1, 24)], 0, BOARD) == Box(-MARGIN, 23, 1, 24 + MARGIN), "a cell beside the board is at its edge"


def test_the_first_box_counts_and_those_that_fit_beside_it() -> None:
    near, far, beside = Box(0, 0, 4, 4), Box(20, 0, 21, 1), Box(8, 8, 10, 10)
    assert gathered([near, far, beside], SEEN) == Box(0, 0, 10, 10)
    assert gathered([far, near], SEEN) == far
    assert gathered([], SEEN) is None
    huge = Box(0, 0, 20, 20)
    assert gathered([huge, near], SEEN) == huge


@pytest.mark.parametrize(("middle", "seen", "kept"), [(2, 10, 5), (12, 10, 12), (23, 10, 19), (3, 24, 12), (3, 30, 12)])
def test_a_view_ends_with_the_board(middle: float, seen: float, kept: float) -> None:
    assert kept_on(middle, seen, 24, 0) == kept


def test_a_view_may_go_a_little_beyond_the_board() -> None:
    assert kept_on(0, 10, 24, 1) == 4
    assert kept_on(99, 10, 24, 1) == 20


def test_what_is_in_view_moves_nothing() -> None:
    """Not even for what could be seen as well."""
    assert framed([Box(7, 7, 9, 9)], [Box(20, 20, 21, 21)], SEEN, BOARD, (12, 10)) == (12, 10)
    assert framed([], [Box(20, 20, 21, 21)], SEEN, BOARD, (12, 10)) == (12, 10)


def test_a_view_that_must_move_shows_as_much_as_it_can() -> None:
    must, more, far = Box(14, 4, 15, 5), Box(20, 6, 21, 7), Box(0, 20, 1, 21)
    assert framed([must], [], SEEN, BOARD, (6, 12)) == (14.5, 5 - MARGIN)
    assert framed([must], [far, more], SEEN, BOARD, (6, 12)) == (17.5, 5.5)


def test_a_view_leans_towards_what_is_too_far_away() -> None:
    robot, flag = Box(2, 2, 9, 9), Box(22, 15, 23, 16)
    x, y = framed([robot, flag], [], SEEN, BOARD, (12, 12), flag)
    assert (x, y) == (8, 7), "the robot is at the other edge"
    assert framed([robot, flag], [], SEEN, BOARD, (x - 1, y), flag) == (x - 1, y), "it is nearly there"
    near = Box(10, 8, 11, 9)
    assert framed([robot, near], [], SEEN, BOARD, (20, 20), near) == (6.5, 5.5), "both fit"


# --- those who act ----------------------------------------------------------------------------------------------------


def card(piece: int, *cells: tuple[int, int], loss: bool = False) -> Chain:
    """Return the chain of a robot's card that leads over some cells."""
    beats = [[{"type": "step", "piece": piece, "to": cell}] for cell in cells]
    beats += [[{"type": "destroy", "piece": piece, "cell": cells[-1]}]] if loss else []
    return Chain(beats, piece, PLAIN, pieces={piece}, cells=set(cells))


REGISTER = Chain([[{"type": "register"}]], opens=True)


def is_loss(chain: Chain) -> bool:
    return any(event["type"] == "destroy" for beat in chain.beats for event in beat)


def follow(running: list[Chain], coming: list[Chain], view: Box = UPPER_LEFT) -> Wanted:
    robots = {0: (2, 2), 1: (20, 20), 2: (6, 3)}
    return acting(running, coming, robots, frozenset({0}), is_loss, view, BOARD)


def test_cards_of_others_leave_the_view_alone_while_the_own_robot_has_something_to_do() -> None:
    far, mine = card(1, (20, 20)), card(0, (3, 2))
    assert not follow([far], [mine]).musts
    assert not follow([far], [card(2, (6, 3)), mine]).musts
    assert not follow([far], [REGISTER, mine]).musts
    for coming in ([], [REGISTER, card(2, (6, 3))]):
        assert follow([far], coming).musts == [Box(19, 19, 22, 22)]
        assert not follow([far], coming, Box(12, 14, 24, 24)).musts, "it is in view"
    assert not follow([far, card(2, (6, 3))], []).musts, "one of those who act is in view"


def test_a_loss_is_followed_and_the_own_robot_comes_before_it() -> None:
    lost, mine = card(1, (20, 20), loss=True), card(0, (3, 2))
    assert follow([lost, mine], []).musts[0] == Box(1, 1, 4, 4)
    assert not follow([lost], [mine]).musts, "it would have to come back in the same register"
    assert follow([lost], [REGISTER, mine]).musts[0] == Box(19, 19, 22, 22)


def test_a_view_that_must_move_shows_what_the_own_robot_will_do() -> None:
    wanted = follow([card(0, (3, 2))], [card(1, (20, 20)), card(0, (3, 9))])
    assert wanted.more[:2] == [Box(1, 1, 4, 4), Box(2, 8, 5, 11)]


def box_of(middle: Point, seen: Size) -> Box:
    (x, y), (across, high) = middle, seen
    return Box(x - across / 2, y - high / 2, x + across / 2, y + high / 2)


def filmed(
    game: Game, seed: int, turns: Iterable[Sequence[Event]], seen: Size, watched: int = 0
) -> Iterator[tuple[Chain, Point, Cell | None]]:
    """Yield each event's chain, the middle of the view then, and a piece's cell; the first robot is the own one."""
    views, board = views_of(game.plugins), (game.course.board.width, game.course.board.height)
    display = Display(observe(game.start(seed), SPECTATOR), game.plugins, views.changes)
    pacing, marks = Pacing(views.stops, views.paces, game.course.board.elements), ActMarks(game.plugins)
    now = board[0] / 2, board[1] / 2
    for turn in turns:
        events = (event for event in turn if is_for(event, SPECTATOR))
        beats = [list(beat) for _number, beat in groupby(events, key=lambda event: event["beat"])]
        coming = deque[Chain]()
        while beats:
            coming.append(pacing.first_chain(beats))
            del beats[: len(coming[-1].beats)]
        announced = {chain for chain in coming for beat in chain.beats if any(map(marks.announces, beat))}
        while coming:
            chain = coming.popleft()
            for event in [event for beat in chain.beats for event in beat]:
                display.apply(event)
                robots = {robot.index: robot.cell for robot in display.robots if robot.cell is not None}
                view, matters = box_of(now, seen), announced.__contains__
                wanted = acting([chain], coming, robots, frozenset({0}), matters, view, board)
                now = framed(wanted.musts, wanted.more, seen, board, now)
                yield chain, now, robots.get(watched) or chain.place_of(watched)


def test_a_goal_is_in_view() -> None:
    """CLI-2111: also far from the own robot, and from those that fire."""
    game, seen = random_game("roboball", 40 + GOAL), (4.0, 4.0)
    ball = len(game.config.seats)
    shown = filmed(game, GOAL, [play(game, GOAL, 6).events], seen, ball)
    goals = [
        (box_of(middle, seen), cell)
        for chain, middle, cell in shown
        if any(event["type"] == "ball-home" for beat in chain.beats for event in beat)
    ]
    assert goals
    assert all(cell is not None and view.holds(around([cell], 0, BOARD)) for view, cell in goals)


@pytest.mark.parametrize("mode", few_of(EDITIONS))
def test_in_real_games_the_own_robot_is_in_view_when_something_happens_to_it(mode: str) -> None:
    """CLI-2111: event by event, in a view that shows a part of the board."""
    checked, seen = 0, (4.0, 4.0)
    for number in range(6):
        game = random_game(mode, 40 + number)
        board = game.course.board.width, game.course.board.height
        for chain, middle, cell in filmed(game, number, [play(game, number, 6).events], seen):
            if chain.involves({0}) and cell is not None:
                checked += 1
                assert box_of(middle, seen).holds(around([cell], 0, board)), (number, chain)
    assert checked > 50


def test_the_view_of_a_real_game_moves_rarely_and_not_back_and_forth(catalogue: Catalogue) -> None:
    """CLI-2111: eight robots on 24 x 24 spaces, in a view as small as in a window of 1280 x 720 with texts of 200 %."""
    config = config_of("standard", "grand-tour", 8)
    turns = list(turns_of(config, 101, catalogue))[:8]
    moves, now, register = 0, (0.0, 0.0), list[Point]()
    for chain, middle, _cell in filmed(make_game(config, catalogue), 101, turns, (14.8, 18.0)):
        register = [now] if chain.opens else register
        if middle != now:
            assert middle not in register, "it goes back within a register"
            register.append(middle)
            moves, now = moves + 1, middle
    assert 0 < moves < 2 * len(turns)
