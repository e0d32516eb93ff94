"""A guest who may move pieces on the host's table, and means no good (CLI-2377)."""

from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from roborally.base import paths
from roborally.core.dice import Dice
from roborally.net.client.membership import Membership
from roborally.net.protocol import FromClient, MoveRequest, RefuseMove, TablePiece, decode_server, encode
from roborally.plugin_system.loader import Catalogue
from roborally.ui.online.host_table import MAX_WAITING, HostTable
from roborally.workshop.building.course_table import MAX_BOARDS, MAX_CHECKPOINTS, Laid, Layout
from roborally.workshop.building.workbench import Workbench
from tests.net.table import dice_of

NAMES = ("ring", "canyon", "dock-bay", "spark-pit", "no-such-board", "../../secret", "", "ring-2", "course", "ring#0")


@dataclass
class Page:
    """The page of a host who looks at the table."""

    bench: Workbench

    def take_in(self, layout: Layout, text: str) -> None:
        self.bench.history.put(layout, text)


class Line:
    """A line on which the host answers."""

    delay = 0.0
    arrival = None

    def __init__(self) -> None:
        self.sent: list[FromClient] = []

    def poll(self) -> tuple[()]:
        return ()

    def send(self, message: FromClient) -> None:
        self.sent.append(message)

    def close(self, last: FromClient | None = None) -> None:
        pass

    def refusals(self) -> list[str]:
        return [message.reason for message in self.sent if isinstance(message, RefuseMove)]


@pytest.fixture
def line() -> Line:
    return Line()


@pytest.fixture
def page(catalogue: Catalogue, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Page:
    monkeypatch.setattr(paths, "user_board_folder", lambda: tmp_path / "boards")
    boards = Laid("ring", (0, 0)), Laid("canyon", (12, 0), 1)
    return Page(Workbench(catalogue, "standard", layout=Layout(boards, ((3, 0),))))


@pytest.fixture
def table(catalogue: Catalogue, line: Line, tmp_path: Path) -> HostTable:
    table = HostTable(Membership(line, catalogue, tmp_path))
    table.let_move(True)
    return table


def request(before: TablePiece | None, after: TablePiece | None) -> MoveRequest:
    """Return a step as it arrives."""
    message = decode_server(encode(MoveRequest(2, "Eve", before, after)))
    assert isinstance(message, MoveRequest)
    return message


def some_piece(page: Page, dice: Dice) -> TablePiece | None:
    layout = page.bench.layout
    kind = dice.below(5)
    if kind == 0:
        return None
    if kind == 1 and layout.boards:
        laid = dice.pick(layout.boards)
        return TablePiece(laid.at, laid.name, laid.quarters)
    if kind == 2 and layout.checkpoints:
        return TablePiece(dice.pick(layout.checkpoints))
    far = 1000 if dice.below(8) == 0 else 30
    return TablePiece((dice.below(2 * far) - far, dice.below(2 * far) - far), dice.pick(NAMES), dice.below(4))


@pytest.mark.parametrize("number", range(6))
def test_whatever_a_guest_asks_for_the_table_is_whole(number: int, table: HostTable, page: Page, line: Line) -> None:
    """CLI-2377: what does not fit is refused, and undo leads back to the very first table."""
    dice, first = dice_of(number, 77), page.bench.layout
    for _step in range(150):
        before, answered = page.bench.layout, len(line.refusals())
        table.handle_step(request(some_piece(page, dice), some_piece(page, dice)))
        table.update(page, playing=False)
        layout, shared = page.bench.layout, page.bench.table
        assert (layout == before) or len(line.refusals()) == answered, "refused, and nothing has happened"
        areas = shared.areas(layout)
        assert not any(one.meets(other) for one, other in combinations(areas, 2))
        assert max(shared.extent(layout).width, shared.extent(layout).height) <= 100
        assert len(layout.boards) <= MAX_BOARDS
        assert len(layout.checkpoints) <= MAX_CHECKPOINTS
        assert all(shared.board_at(layout, cell) is not None for cell in layout.checkpoints)
        assert not layout.boards or page.bench.code(), "everybody else sees it"
    assert len(line.refusals()) > 50
    assert page.bench.history.can_undo, "some steps were possible"
    while page.bench.history.undo():
        pass
    assert page.bench.layout == first


def test_nobody_moves_a_piece_whom_the_host_does_not_let(table: HostTable, page: Page, line: Line) -> None:
    """CLI-2375: also where a server lets the step through."""
    table.let_move(False)
    before = page.bench.layout
    table.handle_step(request(TablePiece((0, 0), "ring"), None))
    table.update(page, playing=False)
    table.let_move(True)
    table.handle_step(request(TablePiece((0, 0), "ring"), None))
    table.update(None, playing=False)
    assert line.refusals() == ["away", "away"]
    assert page.bench.layout == before


def test_a_server_that_sends_steps_without_end_fills_nothing(table: HostTable, page: Page, line: Line) -> None:
    for _step in range(10 * MAX_WAITING):
        table.handle_step(request(TablePiece((0, 0), "canyon"), None))
    for _frame in range(MAX_WAITING):
        table.update(page, playing=False)
    assert line.refusals() == ["gone"] * MAX_WAITING


def test_boards_that_do_not_go_together_are_refused(table: HostTable, page: Page, line: Line) -> None:
    """CLI-2377: nobody but the host would see a course of which there is no code."""
    pair: Any = next(part for part in page.bench.parts if part.docks)
    page.bench.put(page.bench.table.lay(page.bench.layout, pair.name))
    before = page.bench.layout
    table.handle_step(request(None, TablePiece((0, 40), pair.name)))
    table.update(page, playing=False)
    assert line.refusals() == ["unfit"]
    assert page.bench.layout == before
