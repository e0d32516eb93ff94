"""The course builder with the events of mouse and keyboard (CLI-2361 to CLI-2371, CLI-2374), and course codes."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from roborally.arena.plan import ExhibitionGames
from roborally.base import paths
from roborally.features.workshop.rating.changes import Change
from roborally.features.workshop.rating.conditions import terms_for
from roborally.features.workshop.rating.figures import figures_of
from roborally.features.workshop.rating.rated_game import play_rated
from roborally.features.workshop.rating.suggestions import Suggestion
from roborally.features.workshop.window.editor.board_canvas import shown_board
from roborally.features.workshop.window.editor.editor_page import EditorPage
from roborally.game.course.code import pack
from roborally.game.course.courses import course_file, find_course
from roborally.game.course.notation import Notations
from roborally.plugin_system.loader import Catalogue, find_plugins
from tests.features.workshop.an_editor import builder, desk_of
from tests.ui.conftest import Driver
from tests.ui.seen import labels
from tests.writing import full_disk

pytestmark = pytest.mark.window
BOTS = ["greedy", "random"]
PAGEDOWN, DELETE, ENTER, TAB, LETTER_R, LETTER_C = 65366, 65535, 65293, 65289, ord("r"), ord("c")
ESCAPE = 65307
LEFT, UP, RIGHT, DOWN = 65361, 65362, 65363, 65364
CTRL = 2


@pytest.fixture
def client(app: Any, catalogue: Catalogue, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    with builder(app, catalogue, tmp_path, monkeypatch, BOTS) as client:
        yield client


@pytest.fixture
def lobby(client: Any, app: Any, driver: Driver) -> Any:
    client.router.open("lobby")
    driver.until(lambda: app.screen_on_top.ready)
    return app.screen_on_top


@pytest.fixture
def page(lobby: Any, app: Any, driver: Driver) -> Any:
    driver.click(lobby.controls.named["build"].rect.centre)
    driver.until(lambda: app.screen_on_top.ready)
    return app.screen_on_top


def point(page: Any, cell: tuple[int, int]) -> tuple[float, float]:
    place: Any = page.table.place_of_cell(cell)
    x, y = place.centre
    return x, y


def boards(page: Any) -> list[tuple[str, tuple[int, int], int]]:
    return [(laid.name, laid.at, laid.quarters) for laid in page.bench.layout.boards]


def is_on(page: Any, app: Any) -> bool:
    return app.screen_on_top is page


def build(page: Any, driver: Driver) -> None:
    """Lay a board with start spaces below another one, and set a checkpoint."""
    driver.click(page.shelf.spot_of("ring").centre)
    driver.click(page.docks.rect.centre)
    driver.click(page.tools["checkpoints"].rect.centre)
    driver.click(point(page, (0, 0)))
    driver.frame(2)


class TestBoards:
    def test_a_course_is_built_with_the_mouse_and_played(
        self, page: Any, lobby: Any, app: Any, driver: Driver, catalogue: Catalogue
    ) -> None:
        """CLI-2361, CLI-2362, CLI-2364, CLI-2366: from the shelf to a match on a course of four boards."""
        driver.drag(page.shelf.spot_of("ring").centre, page.table.rect.centre)
        assert len(boards(page)) == 1
        (_name, (x, y), _quarters) = boards(page)[0]
        for name, at in (("gear-works", (x + 17, y + 6)), ("canyon", (x + 5, y + 16))):
            driver.drag(page.shelf.spot_of(name).centre, point(page, at))
        assert boards(page)[1:] == [("gear-works", (x + 12, y), 0), ("canyon", (x, y + 12), 0)], "they snap to corners"
        driver.press(point(page, (x + 15, y + 3)), button=4)
        driver.release(point(page, (x + 15, y + 3)), button=4)
        assert boards(page)[1] == ("gear-works", (x + 12, y), 1), "the right button turns"
        assert not page.saving.enabled
        driver.click(page.docks.rect.centre)
        assert boards(page)[3][:2] == ("dock-bay", (x, y + 24))
        assert "Set at least one checkpoint." in labels(page.app)
        driver.click(page.tools["checkpoints"].rect.centre)
        for cell in ((x + 1, y), (x + 23, y + 11), (x + 23, y)):
            driver.click(point(page, cell))
        driver.drag(point(page, (x + 23, y)), point(page, (x + 12, y)))
        assert page.bench.layout.checkpoints == ((x + 1, y), (x + 23, y + 11), (x + 12, y))
        driver.click(page.title.rect.centre)
        for letter in "Ada’s tour":
            driver.send("on_text", letter)
        driver.until(lambda: bool(page.saving.enabled))
        driver.click(page.saving.rect.centre)
        assert app.screen_on_top is lobby
        assert lobby.lobby.chosen_course.name == "Ada’s tour"
        file = paths.user_board_folder() / "ada-s-tour.toml"
        course = find_course(str(file), Notations.of(catalogue.plugins.values()))
        assert (course.board.width, course.board.height, course.checkpoints) == (24, 28, 3)
        driver.until(lambda: lobby.ready)
        driver.click(lobby.start_button.rect.centre)
        driver.until(lambda: hasattr(app.screen_on_top, "session"))
        assert app.screen_on_top.session.game.course.board == lobby.lobby.chosen_course.board

    def test_a_board_that_is_dragged_off_the_table_is_gone(self, page: Any, driver: Driver) -> None:
        """CLI-2362: what lies on the table is moved, and removed; the view follows."""
        driver.click(page.shelf.spot_of("ring").centre)
        driver.click(page.shelf.spot_of("canyon").centre)
        first, second = boards(page)
        start = point(page, (second[1][0] + 2, second[1][1] + 2))
        driver.drag(start, point(page, (second[1][0] + 2, second[1][1] + 9)))
        assert boards(page) == [first, (second[0], (second[1][0], second[1][1] + 7), 0)]
        start = point(page, (first[1][0] + 6, first[1][1] + 6))
        driver.drag(start, page.shelf.rect.centre)
        assert [board[0] for board in boards(page)] == ["canyon"]

    def test_a_ninth_board_is_refused_in_a_sentence(self, page: Any, driver: Driver) -> None:
        """CLI-2361: one to eight boards."""
        for _board in range(9):
            driver.click(page.shelf.spot_of("ring").centre)
        assert len(boards(page)) == 8
        assert "A course has at most 8 boards." in labels(page.app)

    def test_steps_are_taken_back_and_again(self, page: Any, driver: Driver) -> None:
        """CLI-2365: by buttons and by keys."""
        build(page, driver)
        built = page.bench.layout
        driver.click(page.undo.rect.centre)
        driver.key(ord("z"), CTRL)
        assert [board[0] for board in boards(page)] == ["ring"]
        driver.click(page.redo.rect.centre)
        driver.key(ord("y"), CTRL)
        assert page.bench.layout == built
        assert not page.redo.enabled
        driver.click(page.clearing.rect.centre)
        assert boards(page) == []
        driver.key(ord("z"), CTRL)
        assert page.bench.layout == built


class TestKeys:
    def test_a_course_is_built_with_keys_alone(self, page: Any, lobby: Any, app: Any, driver: Driver) -> None:
        """CLI-2363: lay, push, turn, remove, set checkpoints and save without a mouse."""
        driver.key(TAB)
        assert page.controls.focus is page.shelf
        for name in ("ring", "dock-bay"):
            page.shelf.choose([part.name for part in page.shelf.parts].index("canyon"))
            while page.shelf.parts[page.shelf.at].name != name:
                before = page.shelf.at
                driver.key(RIGHT if before % 2 == 0 else LEFT)
                if page.shelf.parts[page.shelf.at].name != name:
                    driver.key(DOWN if name == "ring" else UP)
            driver.key(ENTER)
        assert [board[0] for board in boards(page)] == ["ring", "dock-bay"]
        driver.key(TAB)
        assert page.controls.focus is page.table
        below = boards(page)[1][1]
        driver.key(UP)
        assert boards(page)[1][1] == (below[0], below[1] - 16), "it is pushed past the other board"
        driver.key(DOWN)
        assert boards(page)[1][1] == below
        driver.key(LETTER_R)
        assert boards(page)[1][2] == 1
        driver.key(LETTER_R, 1)
        driver.key(PAGEDOWN)
        assert page.table.chosen == 0
        driver.key(LETTER_C)
        cursor = page.table.cursor = (5, 5)
        driver.key(UP)
        driver.key(LEFT)
        assert page.table.cursor == (cursor[0] - 1, cursor[1] - 1)
        page.table.cursor = (1, 0)
        driver.key(ENTER)
        driver.key(RIGHT)
        driver.key(ENTER)
        assert page.bench.layout.checkpoints == ((1, 0), (2, 0))
        driver.key(PAGEDOWN)
        driver.key(ENTER)
        driver.key(DOWN)
        driver.key(ENTER)
        assert page.bench.layout.checkpoints == ((1, 1), (2, 0)), "the first one was taken and set down"
        driver.key(DELETE)
        assert page.bench.layout.checkpoints == ((2, 0),)
        driver.until(lambda: bool(page.saving.enabled))
        while page.controls.focus is not page.saving:
            driver.key(TAB)
        driver.key(ENTER)
        assert app.screen_on_top is lobby
        assert lobby.lobby.course == "my-course"


class TestCheckpoints:
    def test_cells_that_carry_none_are_dark_and_say_why(self, page: Any, driver: Driver) -> None:
        """CLI-2364: a click there changes nothing."""
        driver.click(page.shelf.spot_of("canyon").centre)
        driver.click(page.tools["checkpoints"].rect.centre)
        pit = page.bench.table.board("canyon", 0).of_kind("pit")[0].cell
        assert any(rect.holds(*point(page, pit)) for rect in page.table.greyed())
        assert not any(rect.holds(*point(page, (0, 0))) for rect in page.table.greyed())
        assert (
            page.tooltip_at(*point(page, pit)) == "No checkpoint can stand here: Pit: destroys any robot that enters."
        )
        driver.click(point(page, pit))
        assert "No checkpoint can stand here: Pit: destroys any robot that enters." in labels(page.app)
        assert page.bench.layout.checkpoints == ()

    def test_the_right_button_and_a_drag_off_the_table_remove_one(self, page: Any, driver: Driver) -> None:
        """CLI-2364: those after it are numbered anew."""
        driver.click(page.shelf.spot_of("canyon").centre)
        driver.click(page.tools["checkpoints"].rect.centre)
        for x in range(3):
            driver.click(point(page, (x, 0)))
        driver.press(point(page, (0, 0)), button=4)
        driver.release(point(page, (0, 0)), button=4)
        assert page.bench.layout.checkpoints == ((1, 0), (2, 0))
        driver.drag(point(page, (2, 0)), page.shelf.rect.centre)
        assert page.bench.layout.checkpoints == ((1, 0),)


class TestLot:
    def test_the_same_number_gives_the_same_course(self, page: Any, driver: Driver) -> None:
        """CLI-2367: *Surprise me* shows its number, which can be entered again."""
        driver.click(page.lot.surprise.rect.centre)
        number, drawn = page.lot.seed.value, page.bench.layout
        assert number.isdigit()
        driver.click(page.clearing.rect.centre)
        driver.click(page.lot.from_seed.rect.centre)
        assert page.bench.layout == drawn
        driver.click((page.lot.boards.rect.right - 10, page.lot.boards.rect.centre[1]))
        driver.click(page.lot.from_seed.rect.centre)
        assert len(page.bench.layout.boards) == len(drawn.boards) + 1
        driver.until(lambda: bool(page.saving.enabled))

    def test_where_there_are_too_few_boards_nothing_is_drawn(self, lobby: Any, app: Any, driver: Driver) -> None:
        """CLI-2367: VOLT has arenas of one piece, without checkpoints."""
        lobby.course.choose_mode("volt")
        driver.click(lobby.controls.named["build"].rect.centre)
        driver.until(lambda: app.screen_on_top.ready)
        page = app.screen_on_top
        assert page.lot is None
        assert page.tools == {}
        driver.click(page.shelf.spot_of("spark-pit").centre)
        driver.until(lambda: bool(page.saving.enabled))
        driver.click(page.saving.rect.centre)
        assert lobby.lobby.chosen_course.name == "My course"


class TestKeeping:
    def test_work_stays_when_the_page_is_left_and_a_saved_course_is_changed(
        self, page: Any, lobby: Any, app: Any, driver: Driver
    ) -> None:
        """CLI-2368: nothing is lost on the way back, and saving again replaces the player's own file."""
        build(page, driver)
        built = page.bench.layout
        driver.click(page.controls.widgets[-4].rect.centre)
        assert app.screen_on_top is lobby
        driver.click(lobby.controls.named["build"].rect.centre)
        page = app.screen_on_top
        assert page.bench.layout == built
        driver.until(lambda: bool(page.saving.enabled))
        driver.click(page.saving.rect.centre)
        driver.click(lobby.controls.named["build"].rect.centre)
        page = app.screen_on_top
        assert [board[0] for board in boards(page)] == ["ring", "dock-bay"]
        assert page.title.value == "My course"
        driver.click(page.tools["checkpoints"].rect.centre)
        driver.click(point(page, (5, 0)))
        driver.until(lambda: page.ready)
        driver.click(page.saving.rect.centre)
        assert [file.name for file in paths.user_board_folder().iterdir()] == ["my-course.toml"]
        assert lobby.lobby.chosen_course.checkpoints == 2

    def test_a_full_disk_is_told_and_the_course_stays(self, page: Any, app: Any, driver: Driver) -> None:
        """CLI-2369: what is wrong is a sentence where it happens."""
        build(page, driver)
        driver.until(lambda: bool(page.saving.enabled))
        with full_disk():
            driver.click(page.saving.rect.centre)
        assert any("the disk is full" in text for text in labels(app))
        driver.key(ENTER)
        assert is_on(page, app)
        assert len(boards(page)) == 2
        assert list(paths.user_board_folder().iterdir()) == []

    def test_a_course_whose_plugin_is_missing_says_so(self, lobby: Any, driver: Driver) -> None:
        """CLI-2370: the lobby names the plugin, and nothing else is wrong."""
        paths.user_board_folder().mkdir()
        (paths.user_board_folder() / "future.toml").write_text(
            'plugins = ["time-travel"]\ngrid = """\n d1 d2 c1\n"""\n'
        )
        lobby.lobby.look_again()
        lobby.changed(anew=True)
        names = [title for title, _line in lobby.controls.named["courses"].entries]
        lobby.controls.named["courses"].choose(names.index("future"))
        driver.frame()
        text = " ".join(labels(lobby.app))
        assert "It needs the plugin 'time-travel', which is not there." in text
        assert not lobby.start_button.enabled

    def test_a_course_whose_plugin_is_missing_is_opened_in_the_editor_all_the_same(
        self, client: Any, lobby: Any, app: Any, driver: Driver
    ) -> None:
        """CLI-2374: unknown elements are grey tiles, which stay where they are when the board is saved."""
        path = paths.user_board_folder() / "future.toml"
        path.parent.mkdir()
        text = 'plugins = ["time-travel"]\ngrid = """\n d1>  gate-7  c1\n .    d2>     .\n"""\n'
        path.write_text(text)
        (path.parent / "two.toml").write_text('plugins = ["time-travel"]\n[[boards]]\nfile = "ring"\nat = [0, 0]\n')
        lobby.lobby.look_again()
        lobby.changed(anew=True)

        def choose(name: str) -> None:
            names = [title for title, _line in lobby.controls.named["courses"].entries]
            lobby.controls.named["courses"].choose(names.index(name))
            driver.frame()

        choose("two")
        assert "edit" not in lobby.controls.named, "of several boards, each is opened by itself"
        choose("future")
        driver.click(lobby.controls.named["edit"].rect.centre)
        driver.until(lambda: isinstance(app.screen_on_top, EditorPage) and app.screen_on_top.ready)
        editing = desk_of(client).bench.editing
        assert editing.file.path == path
        assert editing.document.unknown(desk_of(client).bench.speller) == {(1, 0): ["gate-7"]}
        shown = shown_board(editing.document, desk_of(client).bench.speller, desk_of(client).bench.board)
        assert [element.cell for element in shown.elements if element.kind == "gate-7"] == [(1, 0)]
        editing.put(editing.document.with_texts(name="Later"))
        desk_of(client).save()
        assert path.read_text() == 'name = "Later"\n' + text

    def test_a_board_on_the_table_is_not_given_up_for_another_one_unasked(
        self, client: Any, lobby: Any, app: Any, driver: Driver
    ) -> None:
        """CLI-2374: what was drawn before and is not saved is asked about; a file that is gone is told."""
        path = paths.user_board_folder() / "future.toml"
        path.parent.mkdir()
        path.write_text('plugins = ["time-travel"]\ngrid = """\n d1> c1\n"""\n')
        drawn = desk_of(client).bench.editing
        drawn.put(drawn.document.with_texts(name="Mine"))
        lobby.course.opener(path)()
        driver.frame()
        assert any("The board on the table is not saved." in text for text in labels(app))
        driver.key(ESCAPE)
        assert desk_of(client).bench.editing.document.texts.name == "Mine"
        path.unlink()
        client.router.open("board-editor", path=path)
        driver.frame()
        assert any("This page cannot be opened" in text for text in labels(app))


class TestCodes:
    @pytest.fixture
    def clipboard(self, monkeypatch: pytest.MonkeyPatch) -> list[str]:
        held = [""]
        monkeypatch.setattr("roborally.features.lobby.window.course_codes.read_clipboard", lambda: held[0])
        monkeypatch.setattr(
            "roborally.features.lobby.window.course_codes.write_clipboard", lambda text: held.__setitem__(0, text)
        )
        return held

    @pytest.fixture
    def choose(self, lobby: Any, app: Any, driver: Driver) -> Callable[[int], None]:
        def do(number: int) -> None:
            driver.click(lobby.controls.named["code"].rect.centre)
            driver.click(app.screen_on_top.controls.widgets[number].rect.centre)

        return do

    def test_a_course_is_copied_and_pasted(
        self, lobby: Any, app: Any, driver: Driver, catalogue: Catalogue, clipboard: list[str], choose: Any
    ) -> None:
        """CLI-2371: the code is that of `roborally board share`; the course is chosen at once."""
        notations = Notations.of(catalogue.plugins.values())
        choose(1)
        assert clipboard[0] == pack(course_file(lobby.lobby.course, notations), notations)
        driver.key(ENTER)
        text = '''grid = """\n d1^ . c1\n d2^ . .\n"""\nplayers = [2, 2]\nname = "Tiny"\n'''
        paths.user_board_folder().mkdir()
        own = paths.user_board_folder() / "tiny.toml"
        own.write_text(text)
        clipboard[0] = pack(own, notations)
        own.unlink()
        choose(0)
        assert is_on(lobby, app)
        assert own.read_text() == text
        assert lobby.lobby.chosen_course.name == "Tiny"

    def test_what_is_no_code_is_told_and_changes_nothing(
        self, lobby: Any, app: Any, driver: Driver, clipboard: list[str], choose: Any
    ) -> None:
        """CLI-2371: strangers may have written it."""
        chosen = lobby.lobby.course
        for text, sentence in (
            ("", "There is no text in the clipboard."),
            ("hello", "A course code begins with RR1:"),
            ("RR1:abc", "This course code is damaged"),
            ("RR9:abc", "newer version of the game"),
        ):
            clipboard[0] = text
            choose(0)
            assert any(sentence in line for line in labels(app)), sentence
            driver.key(ENTER)
        assert lobby.lobby.course == chosen
        assert not paths.user_board_folder().exists()

    def test_a_course_for_other_rules_is_kept_and_that_is_told(
        self, lobby: Any, app: Any, catalogue: Catalogue, clipboard: list[str], choose: Any
    ) -> None:
        """CLI-2371: the match that is set up stays as it was."""
        notations = Notations.of(catalogue.plugins.values())
        own = paths.user_board_folder() / "my-smelter.toml"
        own.parent.mkdir()
        own.write_bytes((paths.board_folder() / "smelter.toml").read_bytes())
        clipboard[0] = pack(own, notations)
        own.unlink()
        choose(0)
        assert any("does not fit the rules" in line for line in labels(app))
        assert own.exists()


class TestHowItPlays:
    def test_bots_play_on_the_course_until_the_page_is_left(self, page: Any, app: Any, driver: Driver) -> None:
        """CLI-2407: in the mode of the lobby, and not before the course can be played."""
        from .rating_here import RatingHere

        assert not page.trying.enabled
        build(page, driver)
        driver.until(lambda: page.ready)
        driver.click(page.trying.rect.centre)
        shown = app.screen_on_top
        shown.plays.switch(False)
        shown.plays.start = partial(RatingHere, 3)
        shown.plays.switch(True)
        driver.until(lambda: shown.plays.is_done)
        driver.frame(60)
        assert shown.plays.rating.mode == page.edition
        assert shown.plays.rating.games == 3
        lines = [row.label.text for row in shown.list.rows]
        assert any(line.startswith("Turns: ") for line in lines)
        driver.until(lambda: shown.preview.ready)
        driver.frame(2)
        assert len(shown.hot) == len(shown.plays.rating.spots) > 0
        live = shown.plays.live
        driver.key(ESCAPE)
        assert app.screen_on_top is page
        assert not live.is_alive

    @pytest.mark.long
    def test_how_a_course_plays_is_told_on_the_shelf_until_it_is_changed(
        self, page: Any, lobby: Any, app: Any, driver: Driver, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """CLI-2379: on the card of the lobby and in the list; the figures belong to what is drawn."""
        from roborally.features.workshop.rating import verdicts

        from .rating_here import RatingHere

        monkeypatch.setattr(verdicts, "BOT", "random")  # that is soon done
        build(page, driver)
        driver.until(lambda: page.ready)
        driver.click(page.trying.rect.centre)
        shown = app.screen_on_top
        shown.plays.switch(False)
        shown.plays.start = partial(RatingHere, verdicts.LEAST_GAMES)
        shown.plays.switch(True)
        driver.until(lambda: shown.plays.state is not None and shown.plays.state.stage == "changes")
        turns = shown.plays.rating.turns.mean
        driver.key(ESCAPE)
        driver.click(page.saving.rect.centre)
        driver.until(lambda: lobby.ready)
        text = f"Played by bots: {turns:.0f} turns, about "
        assert text in "\n".join(labels(app))
        courses = lobby.controls.named["courses"]
        assert text in courses.focus_tooltip()
        driver.click(lobby.controls.named["build"].rect.centre)
        again = app.screen_on_top
        driver.until(lambda: again.ready)
        again.use("checkpoints")
        (cell,) = again.bench.layout.checkpoints
        driver.drag(point(again, cell), point(again, (cell[0] + 1, cell[1])))
        assert again.bench.layout.checkpoints != (cell,)
        driver.until(lambda: again.ready)
        driver.click(again.saving.rect.centre)
        driver.until(lambda: lobby.ready)
        assert "Played by bots" not in "\n".join(labels(app))

    def test_a_checkpoint_is_moved_as_bots_suggest(self, page: Any, app: Any, driver: Driver) -> None:
        """CLI-2408: by a click, as one step; what would change a board is told, but not done."""
        build(page, driver)
        (old,), title = page.bench.layout.checkpoints, "Checkpoint 1 moved to "
        driver.until(lambda: page.ready)
        driver.click(page.trying.rect.centre)
        shown = app.screen_on_top
        shown.plays.state = suggesting(shown, old)
        shown.show_findings()
        driver.frame(20)
        moving = next(row for row in shown.list.rows if row.label.text.startswith(title))
        walled = next(row for row in shown.list.rows if row.label.text.startswith("A wall at "))
        assert not walled.enabled
        driver.click(moving.rect.centre)
        assert page.bench.layout.checkpoints == ((old[0] + 1, old[1]),)
        driver.frame(2)
        assert shown.plays.state is None
        assert [e.cell for e in shown.course.board.of_kind("checkpoint")] == [(1, 0)]
        driver.key(ESCAPE)
        driver.key(ord("z"), CTRL)
        assert page.bench.layout.checkpoints == (old,)


def suggesting(shown: Any, checkpoint: tuple[int, int]) -> Any:
    """Return a rating of the shown course after two games, with two suggestions as if they had been tried."""
    from roborally.features.workshop.rating.live import RatingState

    conditions = terms_for(shown.course, find_plugins(), bot="random", games=2)
    table = ExhibitionGames(conditions, find_plugins())
    notations = Notations.of(find_plugins().plugins.values())
    rating = figures_of(conditions, [play_rated(table, number) for number in range(2)], notations)
    moved = Change("move", checkpoint, kind="checkpoint", to=(checkpoint[0] + 1, checkpoint[1]))
    figures = checkpoint, rating.per_robot, rating.per_robot, 9.0, 9.0
    changes = moved, Change("wall", checkpoint, direction=0)
    return RatingState("done", rating=rating, suggestions=[Suggestion(change, *figures) for change in changes])
