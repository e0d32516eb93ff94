"""Ratings while somebody builds: stopped at once, whole in the end, and no process outlives them."""

import multiprocessing
from collections.abc import Callable, Iterator
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest

from roborally.core.board import Board
from roborally.features.workshop.editor.advice import Adviser, board_of
from roborally.features.workshop.editor.atom_text import Speller
from roborally.features.workshop.editor.board_text import read_document
from roborally.features.workshop.editor.painter import with_change
from roborally.features.workshop.rating.changes import Change, changed_board
from roborally.features.workshop.rating.live import LiveRating, RatingState
from roborally.game.course.notation import Notations
from roborally.plugin_system.loader import find_plugins
from tests import waiting
from tests.features.workshop.setting import FAR, PIT, SMALL_PIT, course, own_fan, rated
from tests.shipped import catalogue

LISTED = pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="looks for processes where Linux lists them")


@pytest.fixture
def start() -> Iterator[Callable[..., LiveRating]]:
    running: list[LiveRating] = []

    def make(bot: str = "random", games: int = 12) -> LiveRating:
        running.append(LiveRating(jobs=1, bot=bot, games=games))
        return running[-1]

    yield make
    for live in running:
        live.close()
        live.process.join()


def until(live: LiveRating, condition: Callable[[RatingState], bool]) -> list[RatingState]:
    """Take states until one is as wanted; return all of them."""
    states: list[RatingState] = []

    def look() -> bool:
        if live.poll() and live.state is not None:
            states.append(live.state)
        return bool(states) and condition(states[-1])

    waiting.until(look)
    return states


def children(process: BaseProcess) -> list[int]:
    """Return the processes that a process has started and that have not ended."""
    found: list[int] = []
    for task in Path(f"/proc/{process.pid}/task").iterdir():
        found += [int(child) for child in (task / "children").read_text().split()]
    return [child for child in found if is_running(child)]


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_it_tells_what_the_command_tells_with_suggestions_and_progress(start: Callable[..., LiveRating]) -> None:
    live = start()
    live.ask(course(SMALL_PIT))
    states = until(live, lambda state: state.stage == "done")
    done = states[-1]
    assert done.rating == rated(SMALL_PIT, "random", 12)
    assert Change("remove", (2, 1), kind="pit") in [entry.change for entry in done.suggestions]
    played = [state.played for state in states if state.stage == "games"]
    assert played == sorted(played)
    assert played[0] == 0
    assert any(state.stage == "changes" and state.total for state in states)


@LISTED
def test_a_later_question_and_closing_it_end_every_process(start: Callable[..., LiveRating]) -> None:
    live = start(games=1000)
    live.ask(course(PIT))
    until(live, lambda state: state.played > 0)
    (running_match,) = children(live.process)
    live.ask(course(FAR))
    states = until(live, lambda state: state.played > 0)
    assert states[-1].rating is not None
    assert len(states[-1].rating.traffic[0]) == 12
    assert not is_running(running_match)
    live.ask(None)
    assert live.state is None
    live.ask(course(PIT))
    until(live, lambda state: state.played > 0)
    (running_match,) = children(live.process)
    live.close()
    live.process.join()
    waiting.until(lambda: not is_running(running_match))  # it ends by itself, without its parent


def test_what_cannot_be_played_is_told_of(start: Callable[..., LiveRating]) -> None:
    """Neither a board without a checkpoint, nor any after its process has died."""
    live = start()
    live.ask(course(FAR.replace("c1", ".")))
    (*_before, state) = until(live, lambda state: state.stage in ("impossible", "done"))
    assert state.stage == "impossible"
    assert "no checkpoint" in str(state.problem)
    live.ask(course(PIT))
    live.process.kill()
    states = until(live, lambda state: state.stage == "impossible")
    assert "no games can be played" in str(states[-1].problem)
    assert not live.is_alive


def test_a_plugin_that_fails_is_named_and_nothing_else_stops(
    start: Callable[..., LiveRating], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = own_fan(tmp_path, monkeypatch) / "rules.py"
    rules.write_text(rules.read_text().replace("piece = match.first_on(", "piece = match.no_such("))
    catalogue = find_plugins(installed=False)
    live = start(games=3)
    live.ask(course(" fan>12345  d1>  .  c1\n .  d2>  .  .\n", catalogue))
    states = until(live, lambda state: state.stage in ("impossible", "done"))
    rating = states[-1].rating
    assert rating is not None
    assert (rating.failed, rating.verdicts) == (3, [])
    assert "no_such" in rating.failure
    live.ask(course(FAR, catalogue))
    states = until(live, lambda state: state.stage in ("impossible", "done"))
    assert states[-1].rating is not None
    assert states[-1].rating.failed == 0


@pytest.mark.parametrize(
    "change",
    [
        Change("wall", (1, 1), direction=2),
        Change("wall", (0, 0), direction=3),
        Change("remove", (2, 0), kind="pit"),
        Change("remove", (3, 1), kind="laser"),
        Change("move", (1, 0), kind="checkpoint", to=(1, 1)),
    ],
)
def test_a_suggested_change_is_the_one_that_was_tried(change: Change, tmp_path: Path) -> None:
    path = tmp_path / "yard.toml"
    grid = " d1>  c1  O  .\n d2>  .  .  l<\n >  >  >  .\n"
    path.write_text(f'name = "Yard"\ngrid = """\n{grid}"""\n')
    speller = Speller(Notations.of(catalogue().plugins.values()))
    document = read_document(path)
    wanted = changed_board(board_of(document, speller), change)
    assert _parts(board_of(with_change(document, change, speller), speller)) == _parts(wanted)


def _parts(board: Board) -> tuple[object, ...]:
    return board.walls, board.gates, sorted(map(str, board.elements))


def test_it_tells_when_no_process_can_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_process: BaseProcess) -> None:
        raise OSError("too many open files")

    with monkeypatch.context() as patch:
        patch.setattr(multiprocessing.get_context("spawn").Process, "start", fail)
        live, asked = LiveRating(), Adviser()
    assert live.state is not None
    assert str(live.state.problem) == "no games can be played: too many open files"
    assert not live.is_alive
    assert (asked.problem, asked.done) == ("too many open files", True)
    for one in (live, asked):
        one.ask(course(PIT))
        assert not one.poll()
        one.close()
