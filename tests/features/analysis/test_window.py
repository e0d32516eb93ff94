"""What decided a match: the page, practice, and the analysis board of a replay (CLI-2061 to CLI-2069)."""

from dataclasses import dataclass, field, replace
from typing import Any

import msgspec
import pytest

from roborally.features.analysis.findings import Analysis, TurnFound
from roborally.features.analysis.turning_points import turning_points
from roborally.features.analysis.window.deciding_moment import EDGE
from roborally.features.analysis.window.words import sides
from roborally.profile import History
from roborally.ui.board.board_art import CELL
from roborally.ui.toolkit.theme import Rect
from roborally.ui.toolkit.tooltip import common
from tests.screens.moments import FinishedWork, Library
from tests.sweeps import few_of
from tests.ui import desks
from tests.ui.conftest import Driver
from tests.ui.desks import replays
from tests.ui.seen import difference, picture
from tests.waiting import until

pytestmark = pytest.mark.window


def analysis_of(client: Any) -> Any:
    from roborally.features.analysis.window.desk import AnalysisDesk

    return client.of(AnalysisDesk)


def texts(screen: Any) -> list[str]:
    return [label.text for label in screen.layer.labels]


def press(driver: Driver, screen: Any, caption: str) -> None:
    button = next(widget for widget in screen.controls.widgets if getattr(widget, "text", "") == caption)
    driver.click(button.rect.centre)


def result(client: Any, library: Library, mode: str = "standard") -> Any:
    """Show the result of a finished match."""
    done = library.finished(mode)
    desks.matches(client).recorder = done.recorder
    client.router.home()
    desks.matches(client).show_result(done.context)
    return client.app.screen_on_top


def find(driver: Driver, work: Any) -> None:
    """Wait for all findings of an analysis."""
    until(lambda: work.analysis.done, meanwhile=driver.frame)
    driver.frame()


def moment_of(client: Any, driver: Driver, library: Library, mode: str = "standard") -> Any:
    """Show the result of a finished match, and let it find its moment; all is judged already."""
    analysis_of(client).work = lambda game, record: library.analysed(mode)
    return shown_moment(client, driver, library, mode)


def shown_moment(client: Any, driver: Driver, library: Library, mode: str) -> Any:
    """Show the result of a finished match with its moment, if there is one."""
    found = result(client, library, mode)
    driver.until(lambda: found.moment.ready or not found.moment.lines, 500)
    driver.frame()
    return found


def page(app: Any, library: Library, mode: str, **more: Any) -> Any:
    """Show the page with all that there is to find."""
    from roborally.features.analysis.window.analysis_page import AnalysisPage

    done = library.finished(mode)
    work = more.pop("work", None) or library.analysed(mode)
    game, record = done.recorder.game, done.recorder.record
    calls: dict[str, Any] = {"watch": lambda beat: None, "try_turn": lambda turn, seat: None, **more}
    app.push(AnalysisPage(app, done.context, game, record, work, **calls))
    return app.screen_on_top


def test_the_result_leads_to_what_decided_the_match(client: Any, app: Any, driver: Driver, library: Library) -> None:
    """CLI-2061, CLI-2063: the page is there at once, says how far the bots are, and is complete in the end."""
    found = result(client, library, "volt")
    assert "Looking for the moment that decided it …" in texts(found)
    press(driver, found, "What decided it")
    shown = app.screen_on_top
    find(
        driver,
        analysis_of(client).work(library.finished("volt").recorder.game, library.finished("volt").recorder.record),
    )
    assert not any("The bots look" in text or "The bots try" in text for text in texts(shown))
    assert shown.analysis.turns == library.analysed("volt").analysis.turns
    assert shown.analysis.programs == library.analysed("volt").analysis.programs
    assert shown.graph.shown == ("chance", len(shown.analysis.turns))
    press(driver, shown, "Back")
    assert app.screen_on_top is found


@dataclass
class RunningWork(FinishedWork):
    """An analysis whose findings come when a test says so."""

    coming: Analysis = field(default_factory=Analysis)

    def poll(self) -> bool:
        """Add the findings."""
        coming, self.coming = self.coming, Analysis()
        self.analysis.turns += coming.turns
        self.analysis.programs += coming.programs
        self.analysis.judged |= coming.judged
        return bool(coming.turns or coming.programs)


def test_what_is_found_fills_the_page_turn_by_turn_and_program_by_program(
    app: Any, driver: Driver, library: Library
) -> None:
    """CLI-2061, CLI-2063: it is never empty, and says what is still to come."""
    whole = library.analysed("standard").analysis
    work = RunningWork(Analysis())
    shown = page(app, library, "standard", work=work)
    last = whole.turns[-1].turn
    assert f"The bots look at the match: turn 0 of {last}" in texts(shown)
    work.coming = Analysis(whole.turns[:3])
    driver.frame(8, 0.1)
    assert f"The bots look at the match: turn 3 of {last}" in texts(shown)
    assert shown.graph.shown == ("chance", 3)
    assert not shown.points
    work.coming = Analysis(whole.turns[3:], judged=True)
    driver.frame()
    assert len(shown.points) == 3
    assert any(text.startswith("The bots try other programs") for text in texts(shown))
    assert not any("The bots look" in text for text in texts(shown))
    work.coming = Analysis(programs=whole.programs[:1])
    driver.frame()
    assert any(text.startswith("Your best program:") for text in texts(shown))
    assert any(text.startswith("The bots try other programs") for text in texts(shown))


def test_where_teams_play_chances_are_those_of_teams(app: Any, driver: Driver, library: Library) -> None:
    """CLI-2061, CLI-2062, CLI-2069."""
    shown = page(app, library, "roboball")
    names = {robot.index: shown.context.name(robot.index) for robot in shown.context.display.robots if robot.seat >= 0}
    assert shown.graph.shown[0] == "chance"
    assert {label.text for label in shown.graph.layer.labels} >= {"Team 1", "Team 2", "Finish"}
    assert not {label.text for label in shown.graph.layer.labels} & set(names.values())
    headings = [text for text in texts(shown) if "– chance to win from" in text and text.startswith("Turn ")]
    assert headings
    assert all(": Team " in text and any(name in text for name in names.values()) for text in headings)
    assert any("Your team's chance to win came to" in text for text in texts(shown))
    assert [robot.index for robot in sides(library.finished("standard").context)] == [1, 2, 3, 0]
    assert [robot.team for robot in sides(shown.context)] == [1, 2]


def test_the_result_of_a_match_of_goals_plays_the_goal_in_whole_spaces(
    client: Any, app: Any, driver: Driver, library: Library, look: Any
) -> None:
    """CLI-2562: the ball and those who brought it home are in the picture, and nothing at its edge is cut."""
    analysis_of(client).work = lambda game, record: library.analysed("roboball")
    found = result(client, library, "roboball")
    look(1280, 720, 200)
    places = [widget.rect for widget in found.controls.widgets]
    driver.until(lambda: found.moment.ready, 500)
    driver.frame()
    assert places == [widget.rect for widget in found.controls.widgets], "no button moves under the mouse"
    record = library.finished("roboball").recorder.record
    home = next(event for event in record.events if event["type"] == "ball-home")
    team = home["team"]
    assert f"The ball is home: a goal for team {team}!" in texts(found)
    assert any(f": Team {team} (" in text for text in texts(found))
    for size in ((1280, 720), (1024, 768), (800, 1200), (1280, 720, 200)):
        look(*size)
        driver.frame()
        view, link = found.moment.board, next(w for w in found.controls.widgets if w.name == "moment")
        assert link.rect.x <= view.rect.x
        assert view.rect.right <= link.rect.right
        assert link.rect.y <= view.rect.y
        assert view.rect.top <= link.rect.top
        corners = [view.to_world(view.rect.x, view.rect.y), view.to_world(view.rect.right, view.rect.top)]
        beyond = [abs(part / CELL - round(part / CELL)) for corner in corners for part in corner]
        assert beyond == pytest.approx([EDGE] * 4, abs=0.01), size
        for index in home["by"]:
            assert view.rect.holds(*view.point_of(found.context.display.robots[index].cell))


def test_the_result_plays_the_moment_that_decided_the_match(
    client: Any, app: Any, driver: Driver, library: Library
) -> None:
    """CLI-2562: what the winner has won by, in a picture that moves; a click shows its turn as a replay."""
    recorder = library.finished("standard").recorder
    points = turning_points(library.analysed("standard").analysis, recorder.record, recorder.game)
    point = next(each for each in points if each.is_best)
    found = moment_of(client, driver, library)
    assert f"Turn {point.turn}: Ada – chance to win from 25\u00a0% to 60\u00a0%" in texts(found)
    assert "Ada reaches checkpoint 1." in texts(found)
    link = next(widget for widget in found.controls.widgets if widget.name == "moment")
    before = picture(driver, link.rect)
    driver.frame(40, 0.1)
    assert difference(before, picture(driver, link.rect)) > 1
    driver.frame(600, 0.1)
    before = picture(driver, link.rect)
    driver.frame(40, 0.1)
    assert difference(before, picture(driver, link.rect)) == 0, "it is played three times"
    driver.click(link.rect.centre)
    screen = app.screen_on_top
    driver.until(lambda: screen.context.display.turn == point.turn, 500)
    assert screen.film.stop_at(screen.at).turn == point.turn
    driver.until(lambda: bool(screen.film.ready))
    screen.go_to(len(screen.film.events))
    driver.until(lambda: app.screen_on_top is not screen, 100)
    assert app.screen_on_top is found, "it has been opened from there"


def test_with_reduced_motion_the_moment_is_a_picture(client: Any, app: Any, driver: Driver, library: Library) -> None:
    """CLI-2562."""
    app.settings = msgspec.structs.replace(app.settings, reduced_motion=True)
    found = moment_of(client, driver, library)
    driver.frame(2)
    before = picture(driver, found.sheet)
    driver.frame(60, 0.1)
    assert difference(before, picture(driver, found.sheet)) == 0


def test_without_judgement_the_moment_is_the_end_and_a_damaged_match_has_none(
    client: Any, driver: Driver, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    """CLI-2562: then there is no room for it, either."""
    from roborally.features.analysis.window import deciding_moment
    from roborally.features.analysis.window.desk import AnalysisDesk

    work = FinishedWork(Analysis(without_chances(library), judged=True))
    monkeypatch.setattr(AnalysisDesk, "work", lambda self, game, record: work)
    found = shown_moment(client, driver, library, "volt")
    assert "How it ended, in turn 5" in texts(found)
    monkeypatch.setattr(deciding_moment, "beats_of", lambda record: {})
    found = shown_moment(client, driver, library, "volt")
    assert not any(widget.name == "moment" for widget in found.controls.widgets)
    work.analysis = Analysis(done=True, problem="it is damaged")
    found = result(client, library, "volt")
    driver.frame(3)
    assert not any(widget.name == "moment" for widget in found.controls.widgets)


def without_chances(library: Library) -> list[TurnFound]:
    """Return the turns of a match that the bots cannot judge."""
    return [TurnFound(each.turn, each.over, each.values, ()) for each in library.analysed("volt").analysis.turns]


def test_the_graph_shows_what_ranks_or_the_chances(app: Any, driver: Driver, library: Library) -> None:
    """CLI-2061: a line for each robot in its colour; the arrows change what is shown. Points are ends of turns."""
    from roborally.ui.toolkit import theme

    shown = page(app, library, "standard")
    names = []
    for _number in range(3):
        names.append(shown.graph.shown[0])
        choice = next(widget for widget in shown.controls.widgets if hasattr(widget, "options"))
        choice.step(1)
        driver.frame()
    assert names == ["chance", "checkpoint", "lives"]
    colours = {tuple(sprite.color)[:3] for sprite in shown.graph.layer.sprites}
    for robot in shown.context.display.robots:
        assert tuple(theme.seat_colours(robot.livery).light)[:3] in colours
    moments = [label.text for label in shown.graph.layer.labels]
    assert {"Ada", "Bolt"} <= set(moments)
    assert moments[moments.index("Start") :] == ["Start", *map(str, range(1, 10)), "Finish"]


def test_a_turning_point_is_told_and_opens_the_replay(app: Any, driver: Driver, library: Library) -> None:
    """CLI-2062."""
    beats: list[int] = []
    shown = page(app, library, "standard", watch=beats.append)
    text = texts(shown)
    assert "Ada reaches checkpoint 1." in text
    assert "Turn 3: Ada – chance to win from 25\u00a0% to 60\u00a0%" in text
    for point in shown.points:
        row = next(w for w in shown.controls.widgets if w.tooltip == f"Watch turn {point.turn}")
        driver.click(row.rect.centre)
    assert beats == [point.beat for point in shown.points]
    assert len(beats) == 3


@pytest.mark.parametrize("language", few_of(["de", "en", "sv"]))
def test_turning_points_of_long_names_are_told_whole(
    app: Any, driver: Driver, library: Library, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    """CLI-2231."""
    from roborally.base.translation import use_language
    from roborally.ui.match.shown_match import ShownMatch

    name = "Wilhelmina Wolkenkuckuck"
    monkeypatch.setattr(ShownMatch, "name", lambda context, index: name)
    use_language(language)
    shown = page(app, library, "standard")
    use_language()
    found = [label for label in shown.layer.labels if name in label.text]
    assert len(found) >= 3
    assert not any(label.is_shortened for label in found)
    rows = [w.rect for w in shown.controls.widgets if type(w).__name__ == "Link"]
    for label in found[:3]:
        assert any(row.x <= label.box.x and label.box.right <= row.right and row.y <= label.box.y for row in rows)


def test_the_best_and_the_worst_program_are_shown_beside_better_ones(
    app: Any, driver: Driver, library: Library
) -> None:
    """CLI-2064."""
    tried: list[tuple[int, int]] = []
    shown = page(app, library, "standard", try_turn=lambda turn, seat: tried.append((turn, seat)))
    text = " ".join(texts(shown))
    best, worst = shown.analysis.best_and_worst(0)
    assert "Your best program: turn 6. Your chance to win came to 89\u00a0%; a usual program would have led to " in text
    assert "Your worst program: turn 4. Your chance to win came to 50\u00a0%; it could have been 81\u00a0%." in text
    assert "With the programs of the others as they were: chance to win " in text
    assert (best.same, worst.same) == (True, False)
    assert texts(shown).count("A better program") == texts(shown).count("The bots know no better program.") == 1
    press(driver, shown, "Try this turn")
    assert tried == [(best.turn, 0)]
    turns, others = shown.analysis.turns, [replace(found, seat=1) for found in (best, worst)]
    work = RunningWork(Analysis(turns, others, judged=True))
    shown = page(app, library, "standard", work=work)
    assert not any("best program" in text.lower() for text in texts(shown)), "the own ones are still to come"
    work.analysis.programs += [best, worst]
    driver.frame()
    assert {"Your programs", "You"} < set(texts(shown))
    next(widget for widget in shown.controls.widgets if widget.name == "seat").step(1)
    driver.frame()
    assert {"Programs", "Bolt"} < set(texts(shown))
    assert "Best program of Bolt: turn 6. The chance to win came to" in " ".join(texts(shown))
    assert not any("You" in text for text in texts(shown))


def test_a_match_whose_programs_all_did_about_as_well_says_so(app: Any, driver: Driver, library: Library) -> None:
    """CLI-2065: a person has played, but there is no best and no worst program; those of others are not one's own."""
    known = library.analysed("standard").analysis
    for programs in ([], [replace(found, seat=1) for found in known.programs]):
        work = FinishedWork(Analysis(known.turns, programs, judged=True, done=True))
        shown = page(app, library, "standard", work=work)
        driver.frame()
        assert "None of these programs made a large difference." in texts(shown)
        assert "Bolt" not in " ".join(text for text in texts(shown) if "program" in text)


def test_where_nothing_is_judged_the_page_says_less(app: Any, driver: Driver, library: Library) -> None:
    """CLI-2065, CLI-2066: the graph of what ranks is there all the same."""
    turns = without_chances(library)
    shown = page(app, library, "volt", work=FinishedWork(Analysis(turns, judged=True, done=True)))
    driver.frame()
    assert "The bots have no judgement of this game." in texts(shown)
    people = [seat for seat in shown.context.game.config.seats if seat.controller == "human"]
    assert ("Bots judge only programs of people; nobody played here." in texts(shown)) == (not people)
    assert shown.graph.shown == ("points", len(turns))


def test_a_turn_is_tried_again_as_practice_that_counts_nowhere(
    client: Any, app: Any, driver: Driver, library: Library
) -> None:
    """CLI-2067, CLI-2068: it is asked for, begins with the same cards, and its end is not kept."""
    from roborally.ui.match.match_screen import MatchScreen
    from roborally.ui.match.windows.result_screen import ResultScreen

    recorder = library.finished("standard").recorder
    client.router.home()
    analysis_of(client).try_turn(recorder.game, recorder.record, 4, [0])
    question = app.screen_on_top
    assert any("counts nowhere" in text for text in texts(question))
    press(driver, question, "Play on")
    match = app.screen_on_top
    assert isinstance(match, MatchScreen)
    assert match.context.display.turn == 4
    assert match.notices.sentence.text == "Practice: this match counts nowhere."
    assert desks.matches(client).recorder.record.practice
    assert desks.matches(client).recorder is not recorder
    desks.matches(client).show_result(library.finished("standard").context)  # it is over, and a person has played it
    assert isinstance(app.screen_on_top, ResultScreen)
    assert any("practice, counted nowhere" in text for text in texts(app.screen_on_top))
    with History.open() as history:
        assert not history.overview().games


def test_bots_alone_leave_the_choice_of_a_robot(client: Any, app: Any, driver: Driver, library: Library) -> None:
    """CLI-2067."""
    import msgspec

    recorder = library.finished("standard").recorder
    game = recorder.game
    bots = [msgspec.structs.replace(seat, controller="greedy") for seat in game.config.seats]
    config = msgspec.structs.replace(game.config, seats=bots)
    from roborally.game.factory import make_game

    client.router.home()
    analysis_of(client).try_turn(make_game(config, client.catalogue, course=game.course), recorder.record, 2, [])
    press(driver, app.screen_on_top, "Bolt")
    press(driver, app.screen_on_top, "Play on")
    assert [seat.controller for seat in desks.matches(client).recorder.game.config.seats] == [
        "greedy",
        "human",
        "greedy",
        "greedy",
    ]


def watched(client: Any, app: Any, library: Library, mode: str = "volt") -> Any:
    """Return the screen of a replay that stands at its beginning."""
    recorder = library.finished(mode).recorder
    client.router.home()
    replays(client).watch(recorder.game, recorder.record)
    screen = app.screen_on_top
    screen.playback.paused = True  # before it can come to its end
    return screen


def test_the_analysis_board_shows_the_turn_of_the_replay(
    client: Any, app: Any, driver: Driver, library: Library
) -> None:
    """CLI-2069: J shows and hides a bar for each robot."""
    import arcade

    *turns, end = library.analysed("volt").analysis.turns
    work = RunningWork(Analysis(turns))
    analysis_of(client).work = lambda game, record: work
    screen = watched(client, app, library)
    driver.until(lambda: bool(screen.film.ready))
    board = screen.overlay
    assert not board.visible
    assert board.switch.icon.texture is not screen.bar.result.icon.texture, "one trophy is enough (CLI-2230)"
    driver.key(arcade.key.J)
    assert board.visible
    for stop in screen.film.turns:
        screen.go_to(stop.at)
        driver.frame()
        known = work.analysis.at_turn(stop.turn)
        assert known is not None
        assert board.shown == known.chances
        shares = [int(label.text[:-2]) for label in board.bars.labels if label.text.endswith("%")]
        assert sum(shares) == 100
    over = len(screen.film.events)
    screen.go_to(over)
    driver.frame()
    assert board.shown == (), "it is not judged yet"
    work.coming = Analysis([end], judged=True)
    for at in (over, over - 1):
        screen.go_to(at)
        driver.frame()
        assert board.shown == end.chances, "nobody can win any more"
    assert "100\u00a0%" in {label.text for label in board.bars.labels}
    driver.click(board.switch.rect.centre)
    assert not board.visible


@pytest.mark.parametrize("size", few_of([(800, 600, 200), (1024, 768), (1280, 720), (800, 1200), (2560, 1080)], 2))
def test_the_board_makes_room_for_the_bars_and_their_buttons(
    client: Any, app: Any, driver: Driver, library: Library, look: Any, size: tuple[int, ...]
) -> None:
    """A checkpoint or a robot below them would not be seen."""
    screen = watched(client, app, library)
    look(*size)
    whole, view, bars = screen.arrangement.board, screen.board, screen.overlay

    def is_free(right: float, bottom: float) -> bool:
        """Return whether the board, seen as a whole, is at the right of what is in the corner, or below it."""
        seen = view.seen
        assert view.is_whole
        assert whole.holds(seen.x, seen.y)
        assert whole.holds(seen.right, seen.top)
        return bool(right < seen.x or seen.top < bottom)

    def click() -> None:
        driver.click(bars.switch.rect.centre)
        driver.frame(2)

    has_words = bars.switch.rect.width > bars.switch.rect.height
    assert has_words == (size[0] > size[1] and view.seen.x - whole.x > 100), "icons alone where there is no room"
    before, buttons = view.seen, [widget.rect for widget in bars.controls.widgets]
    pillar = view.to_design(0, view.board.height * CELL)
    assert not any(rect.inset(-CELL * view.zoom / 4).holds(*pillar) for rect in buttons), "in VOLT it stands outside"
    assert is_free(max(rect.right for rect in buttons), min(rect.y for rect in buttons))
    click()
    pieces = bars.bars.sprites
    assert is_free(max(piece.right for piece in pieces), min(piece.bottom for piece in pieces))
    notices, held = screen.notices, [*(piece.rect for piece in pieces), *(each.rect for each in bars.controls.widgets)]
    notices.announce("James Bot reaches checkpoint 3", screen.actors[0].colours.light)
    driver.frame()
    covers = [Rect(each.left, each.bottom, each.right - each.left, each.top - each.bottom) for each in held[:-2]]
    assert not any(common(notices.strip, rect) for rect in [*covers, *held[-2:]])
    assert notices.waiting.text == "" or notices.waiting.spot.x < whole.x + 20, "not over the board"
    click()
    assert view.seen == before


@pytest.mark.parametrize("size", few_of([(1024, 768), (1280, 720), (800, 1200), (2560, 1080)]))
def test_the_buttons_do_not_lie_over_the_note_about_the_ball(
    client: Any, app: Any, driver: Driver, library: Library, look: Any, size: tuple[int, int]
) -> None:
    screen = watched(client, app, library, "roboball")
    look(*size)
    driver.frame(2)
    note = screen.notices.standing
    assert note.text.endswith("Ball: free")
    assert screen.arrangement.board.within(note.spot) == pytest.approx(note.spot)
    for widget in screen.overlay.controls.widgets:
        assert common(widget.rect, note.spot) == 0


def test_only_a_whole_match_has_the_board(client: Any, app: Any, driver: Driver, library: Library) -> None:
    """CLI-2069: a moment of a match that still runs tells nobody how it stands."""
    from roborally.ui.replay.replay_screen import ReplayScreen

    recorder = library.finished("volt").recorder
    client.router.home()
    replays(client).show_moment(recorder, 1, 20)
    driver.until(lambda: isinstance(app.screen_on_top, ReplayScreen))
    assert app.screen_on_top.overlay is None


def test_the_button_of_the_replay_plays_on_from_the_turn_shown(
    client: Any, app: Any, driver: Driver, library: Library
) -> None:
    """CLI-2067."""
    recorder = library.finished("volt").recorder
    client.router.home()
    replays(client).watch(recorder.game, recorder.record)
    screen = app.screen_on_top
    screen.playback.paused = True  # before it can come to its end
    driver.until(lambda: bool(screen.film.ready))
    screen.go_to(screen.film.turns[2].at)
    driver.frame()
    driver.click(screen.overlay.on.rect.centre)
    press(driver, app.screen_on_top, "Play on")
    assert desks.matches(client).recorder.followed().state.turn == screen.film.turns[2].turn
