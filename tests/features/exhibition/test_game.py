"""A game of an exhibition in the window, and what is said of it."""

from typing import Any

import arcade
import pytest

from roborally.arena.live import WatchedSession
from roborally.arena.plan import Exhibition, make_terms, seed_of
from roborally.game.match_file import MatchConfig, MatchSection, SeatConfig
from roborally.plugin_system.loader import Catalogue
from tests.features.exhibition.evenings import Here, terms_for
from tests.ui.conftest import Driver

window = pytest.mark.window
KEYS = arcade.key


class TestGame:
    pytestmark = window

    def test_it_is_told_that_bots_think_only_when_that_lasts(self, progress: Any, driver: Driver, app: Any) -> None:
        """P stops the game, and Space goes on; settings are opened over it."""
        shown = progress(1, speed="normal")
        shown.live.held = True
        driver.frame(20, 1 / 20)
        assert shown.page.waiting_text() == ""
        driver.frame(40, 1 / 20)
        assert shown.page.waiting_text() == "The bots are thinking"
        shown.live.held = False
        driver.frame(4, 1 / 20)
        assert shown.page.waiting_text() == ""

        driver.key(KEYS.P)
        waiting = shown.page.playback.waiting
        driver.frame(100, 1 / 20)
        assert (shown.page.playback.waiting, shown.page.playback.paused) == (waiting, True)
        driver.key(KEYS.SPACE)
        driver.until(lambda: shown.page.playback.waiting != waiting)
        driver.key(KEYS.ESCAPE)
        driver.click(
            next(entry for entry in app.screen_on_top.controls.widgets if entry.text == "Settings").rect.centre
        )
        assert type(app.screen_on_top).__name__ == "SettingsPage"
        driver.key(KEYS.ESCAPE)
        assert app.screens == [shown.page]

    def test_the_end_is_looked_at_before_it_is_told_how_it_stands(self, progress: Any, driver: Driver) -> None:
        shown = progress(1, speed="normal")
        screen = shown.page
        screen.playback.speed = "skip"
        while not screen.session.over:
            screen.update(1 / 20)
        screen.playback.speed = "normal"
        driver.frame(20, 1 / 20)
        assert shown.page is screen
        assert screen.watching.spoken.box.text.endswith(" wins!")
        shown.until_standings()

    def test_each_robot_bears_its_name_and_no_name_hides_another(self, progress: Any, driver: Driver) -> None:
        shown = progress(1, speed="fast")
        screen, seen = shown.page, set()
        said: set[str] = set()
        for _frame in range(120):
            driver.frame(1, 1 / 20)
            said.add(screen.watching.spoken.box.text)
            assert not screen.notices.announces, "what the strip says no banner says again"
            if shown.page is not screen:
                break
            tags = [(label, plate) for _index, label, plate in screen.watching.names.tags if plate.visible]
            seen |= {label.text for label, _plate in tags}
            boxes = [(plate.left, plate.right, plate.bottom, plate.top) for _label, plate in tags]
            for number, (left, right, bottom, top) in enumerate(boxes):
                assert screen.board.rect.y <= bottom
                for other in boxes[:number]:
                    assert left >= other[1] or other[0] >= right or bottom >= other[3] or other[2] >= top
        assert seen == {"Bolt", "Ratchet", "Cog"}
        assert len(said) > 2
        assert any(text.startswith("A game on First Steps begins. Bolt: ") for text in said)

    def test_a_large_board_is_seen_in_part_where_the_robots_are(
        self, app: Any, driver: Driver, catalogue: Catalogue
    ) -> None:
        """CLI-2111."""
        from roborally.features.exhibition.window.exhibition_screen import ExhibitionScreen
        from roborally.ui.board.board_art import CELL
        from roborally.ui.match.on_board.camera import LEAST

        config = MatchConfig(MatchSection(course="grand-tour"), seats=[SeatConfig("A"), SeatConfig("B")])
        terms = make_terms(Exhibition(config, ("greedy", "greedy"), 1, 5, limit=3), catalogue)
        live = Here(terms, catalogue)
        live.begin(0)
        session = WatchedSession.watch(live.context.game(0), seed_of(terms.exhibition, 0), 3, live.poll)
        screen = ExhibitionScreen(app, session, "", finished=lambda context: None, open_menu=lambda screen: None)
        app.replace(lambda: screen)
        driver.frame()
        view = screen.board
        assert view.zoom * CELL == pytest.approx(LEAST)

        def unseen(axis: int, side: float) -> float:
            """Return how much of the view lies beyond the board, at one of its edges."""
            half = view.rect[axis + 2] / 2 / view.zoom
            return max(half - view.middle[axis], view.middle[axis] + half - side)

        assert view.middle != (view.board.width * CELL / 2, view.board.height * CELL / 2)
        for _frame in range(20):
            driver.frame(4, 1 / 20)
            assert unseen(0, view.board.width * CELL) <= CELL + 1
            assert unseen(1, view.board.height * CELL) <= CELL + 1
            assert all(view.rect.holds(*view.to_design(actor.x, actor.y)) for actor in screen.actors.actors)


@pytest.mark.parametrize(
    ("bot", "budget"), [("rival:200ms", "200\N{NO-BREAK SPACE}ms"), ("rival:400", "400"), ("greedy", "")]
)
def test_the_time_to_think_is_written_with_its_unit_apart(bot: str, budget: str) -> None:
    from roborally.features.exhibition.window.coordinator import budget_of

    assert budget_of(bot) == budget


def remarks_of(catalogue: Catalogue, mode: str, number: int = 0) -> tuple[list[Any], list[tuple[Any, str]]]:
    """Return what is said of a game, with the event and its line in the log for each event."""
    from roborally.ui.board.marks import ActMarks
    from roborally.ui.match.shown_match import ShownMatch as MatchTable
    from roborally.ui.match.watching.commentary import Commentator

    bots = ("greedy", "random") * 2 if mode == "roboball" else ("greedy", "random", "greedy")
    terms = terms_for(catalogue, 1, mode, bots)
    live = Here(terms, catalogue)
    live.begin(number)
    shown = terms.exhibition
    session = WatchedSession.watch(live.context.game(number), seed_of(shown, number), shown.limit, live.poll)
    context = MatchTable.of(session)
    session.poll()
    commentator = Commentator(context, ActMarks(context.plugins))
    remarks, text = [], []
    while not session.over:
        for event in session.poll():
            context.display.apply(event)
            line = context.log.narrate(event)
            text.append((event, line))
            remark = commentator.remark(event, line)
            if remark is not None:
                remarks.append(remark)
    return remarks, text


class TestRemarks:
    pytestmark = window

    def test_a_race_is_told_by_checkpoints_destructions_and_who_leads(self, catalogue: Catalogue) -> None:
        remarks, sentence = remarks_of(catalogue, "standard")
        said = [remark.text for remark in remarks]
        for event, line in sentence:
            if event["type"] in ("checkpoint", "destroy", "over"):
                assert any(text.startswith(line) for text in said), line
        assert any("takes the lead." in text for text in said)
        assert any(" leads. Checkpoints reached: " in text and " of 3." in text for text in said)
        assert not any(" plays " in text or " locks" in text for text in said)
        assert said[-1].endswith(" wins!")

    @pytest.mark.parametrize(("mode", "kind"), [("volt", "volt-points"), ("roboball", "hitch")])
    def test_other_modes_are_told_by_the_sentences_of_their_plugins(
        self, mode: str, kind: str, catalogue: Catalogue
    ) -> None:
        remarks, text = remarks_of(catalogue, mode)
        lines = [line for event, line in text if event["type"] == kind]
        said = " ".join(remark.text for remark in remarks)
        assert lines
        assert all(line in said for line in lines)
        assert ("Turn 2" in [remark.text for remark in remarks]) is (mode == "roboball"), "where nobody leads"

    def test_each_remark_is_read_unless_a_greater_one_comes(self) -> None:
        from roborally.ui.match.watching.commentary import END, LARGE, LOSS, SMALL, STANDING, Comment, Speech

        standing = Comment("Turn 1", 0, STANDING)
        speech = Speech(lambda: standing)
        assert speech.said == standing
        small, large, loss, end = (Comment(str(weight), 0, weight) for weight in (SMALL, LARGE, LOSS, END))
        speech.add(large)
        speech.add(small)
        assert speech.said == large
        speech.add(loss)
        assert speech.said == loss
        speech.add(small)
        speech.add(large)
        speech.update(Speech.SHORTEST)
        assert speech.said == large  # of those that came meanwhile the one that matters more
        speech.update(Speech.MAX_SECONDS)
        assert speech.said == standing  # CLI-2102
        speech.add(end)
        speech.update(Speech.MAX_SECONDS)
        assert speech.said == end
