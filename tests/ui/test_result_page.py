"""What is told of a game at its end, and what becomes of it in the statistics (CLI-1201, CLI-R11)."""

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any

import arcade
import msgspec
import pytest

from roborally.features.analysis.window.words import gauge_titles
from roborally.game.factory import make_game
from roborally.game.match_file import MatchConfig, MatchSection, SeatConfig
from roborally.game.statistics import Tally
from roborally.plugin_system.loader import Catalogue
from roborally.ui.match.windows.result_screen import ResultScreen, ranking
from roborally.ui.toolkit.controls.widgets import Button
from roborally.ui.toolkit.theme import WIDTH
from tests.features.statistics.test_window import keep
from tests.profile.games import a_game
from tests.shipped import drawn
from tests.sweeps import few_of
from tests.ui import desks

from .conftest import Driver
from .seen import button, labels

COUNTED = (
    *("Walked forward", "Walked back", "Left turns", "Right turns", "U-turns", "Damage taken", "Deaths"),
    *("Damage dealt", "Robots destroyed", "Repaired", "Power-downs", "Robots pushed"),
)


def test_the_result_page_shows_all_players_statistics(
    client: Any, app: Any, driver: Driver, catalogue: Catalogue, new_game: Any
) -> None:
    """CLI-1201: a row for each player with a number for each statistic, right of the lives and checkpoints."""
    client.start(new_game(bots=1, course=drawn(" . . . .\n . c1 . .\n . . . .\n d1^ . d2^ .", catalogue)))
    match = app.screen_on_top
    deaths = [0, 0]

    def count_death(event: dict[str, Any]) -> None:
        if event["type"] == "destroy":
            deaths[event["piece"]] += 1

    match.session.match.watch.listeners.append(count_death)
    driver.until(
        lambda: app.screen_on_top is not match or (match.panels.shown is not match.panels.moving and hand_in(match)),
        2000,
    )
    app.screen_on_top.turn_over()
    shown = labels(app)
    heads = [text.replace("-\n", "-").replace("\n", " ") for text in shown]
    first = heads.index(COUNTED[0])
    assert tuple(heads[first : first + len(COUNTED)]) == COUNTED
    for seat, name in enumerate(("Ada", "Bot 1")):
        row = max(at for at, text in enumerate(shown) if text == name) + 1
        numbers: list[int] = []
        while row < len(shown) and shown[row].isdigit() and len(numbers) < 14:
            numbers.append(int(shown[row]))
            row += 1
        counted = numbers[2:]
        assert len(counted) == len(COUNTED)
        assert counted[COUNTED.index("Deaths")] == deaths[seat]
    assert sum(deaths) > 0


def hand_in(match: Any) -> bool:
    match.panels.shown.hand_in()
    return False


def test_the_best_value_is_always_the_largest(client: Any, app: Any, driver: Driver, catalogue: Catalogue) -> None:
    """CLI-R11: also of deaths, of which few would be better."""
    keep(catalogue, a_game(deaths=1), a_game(deaths=3), a_game(deaths=0))
    client.router.open("statistics")
    shown = labels(app)
    at = shown.index("Deaths")
    assert shown[at : at + 3] == ["Deaths", "4", "3"]


def test_a_number_is_golden_only_where_it_is_the_best(catalogue: Catalogue) -> None:
    """The statistic says whether more is better, less is better, or neither."""
    seats = [SeatConfig("Ada", "random"), SeatConfig("Bot", "random")]
    rules = make_game(MatchConfig(MatchSection(course="laser-alley"), seats=seats), catalogue).rules
    tally = Tally(rules, 2)
    tally.counts[0] |= {"dealt": 5, "deaths": 3, "left": 7}
    tally.counts[1] |= {"dealt": 2, "deaths": 1, "left": 1, "kills": 0}
    assert tally.best("dealt", [0, 1]) == 0
    assert tally.best("deaths", [0, 1]) == 1
    assert tally.best("left", [0, 1]) is None
    assert tally.best("kills", [1, 0]) is None  # no robot has destroyed another


@pytest.mark.parametrize("mode", few_of(["roboball", "classic", "volt"]))
def test_everything_of_the_result_lies_within_its_panel(app: Any, driver: Driver, library: Any, mode: str) -> None:
    screen = ResultScreen(app, library.finished(mode).context, [("Main menu", "arrow-left", lambda: None)])
    driver.frame()
    _backdrop, corner, *sprites = screen.layer.sprites
    for sprite in sprites:
        if sprite.visible:
            assert corner.left <= sprite.left
            assert sprite.right <= WIDTH - corner.left
            assert sprite.top <= corner.top
    assert all(label.size >= 12 for label in screen.layer.labels)


@pytest.mark.parametrize(
    ("ending", "alone", "text"),
    [
        ("goal", False, "with the most of all"),
        ("draw", False, ""),
        ("elimination", False, ""),
        ("goal", True, "won as the last robot on the board"),
    ],
)
def test_a_mode_says_in_its_own_words_how_it_has_ended(
    app: Any, library: Any, monkeypatch: pytest.MonkeyPatch, ending: str, alone: bool, text: str
) -> None:
    context = library.finished("volt").context
    for robot in context.display.robots:
        monkeypatch.setattr(robot, "eliminated", alone and robot.index not in context.display.winners)
    words = {"volt": {ending: "with the most of all"}}
    plugins = [
        replace(plugin, manifest=msgspec.structs.replace(plugin.manifest, result=words.get(plugin.id, {})))
        for plugin in context.game.plugins
    ]
    game = replace(context.game, plugins=tuple(plugins))
    monkeypatch.setattr(type(context), "game", property(lambda _self: game))
    screen = ResultScreen(app, context, [("Main menu", "arrow-left", lambda: None)])
    turn = f", turn {context.display.turn}"
    line = next(label.text for label in screen.layer.labels if turn in label.text)
    assert line.partition(turn)[2].removeprefix(" – ") == text


@pytest.mark.parametrize("bots", few_of([7, 1, 3]))
def test_the_rows_fill_the_page_between_their_headings_and_the_buttons(app: Any, open_mode: Any, bots: int) -> None:
    context = open_mode("crash-and-burn", bots=bots).context
    screen = ResultScreen(app, context, [("Main menu", "arrow-left", lambda: None)])
    screen.turn_over()
    assert len(screen.table.places) == bots + 1
    assert all(below.top < above.y for above, below in pairwise(screen.table.places))
    button = screen.controls.widgets[0].rect
    assert 0 < screen.table.places[-1].y - button.top < 30
    for row, index in zip(screen.table.places, screen.order, strict=True):
        names = [label for label in screen.layer.labels if label.text == context.name(index)]
        assert [row.y < name.y < row.top for name in names] == [True]
        assert not any(name.is_shortened for name in names)


@pytest.mark.parametrize("bots", few_of([7, 1]))
def test_upright_each_robot_has_a_column(app: Any, open_mode: Any, bots: int) -> None:
    context = open_mode("crash-and-burn", bots=bots).context
    context.display.winners = (0,)
    screen = ResultScreen(app, context, [("Main menu", "arrow-left", lambda: None)])
    screen.turn_over()
    app.adapt_to(800, 1200)
    screen.settled()
    assert all(left.right <= right.x + 1 for left, right in pairwise(screen.table.places))
    assert screen.table.places[0].y > screen.controls.widgets[0].rect.top
    titles = context.session.tally.titles()
    for title in map(context.words.translated, titles.values()):
        assert any(label.text == title and not label.is_shortened for label in screen.layer.labels)
    assert all(label.size >= 12 for label in screen.layer.labels)


@pytest.mark.parametrize("language", few_of(["de", "en", "sv"]))
def test_no_button_of_the_result_is_cut_off(
    client: Any, app: Any, driver: Driver, library: Any, speak: Callable[[str], None], language: str
) -> None:
    speak(language)
    desks.matches(client).recorder = library.finished("roboball").recorder
    desks.matches(client).show_result(library.finished("roboball").context)
    driver.frame()
    buttons = app.screen_on_top.controls.widgets
    captions = [button.label for button in buttons if isinstance(button, Button)]
    assert len(captions) == 9
    assert not any(caption is None or caption.is_shortened for caption in captions)
    bare = [button.label for button in buttons if isinstance(button, Button) and not button.tooltip]
    assert bare == captions[-1:], "only what leads elsewhere says no more"
    assert sum(button.accent for button in buttons if isinstance(button, Button)) == 1, "one thing comes first"
    rows: dict[float, list[Any]] = {}
    for each in buttons:
        rows.setdefault(each.rect.y, []).append(each.rect)
    for row in rows.values():
        assert all(left.right < right.x for left, right in pairwise(sorted(row)))


def test_the_picture_of_the_winner_is_that_of_the_first_row(
    app: Any, library: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where a team has won, in whatever order the end names its members."""
    context = library.finished("roboball").context
    monkeypatch.setattr(context.display, "winners", tuple(ranking(context)[1::-1]))
    screen = ResultScreen(app, context, [("Main menu", "arrow-left", lambda: None)])
    assert screen.order[0] != context.display.winners[0]
    portraits = {index: context.picture(index, 128) for index in screen.order}
    sprites = [sprite for sprite in screen.layer.sprites if sprite.texture in portraits.values()]
    assert max(sprites, key=lambda sprite: sprite.width).texture == portraits[screen.order[0]]


def test_the_title_is_the_result_of_the_player_here(app: Any, library: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """CLI-2561: in the player's words, with the winner in the line below; several people read who has won."""

    def told(mode: str, winners: tuple[int, ...], people: list[int]) -> str:
        context = library.finished(mode).context
        with monkeypatch.context() as patch:
            patch.setattr(context.display, "winners", winners)
            patch.setattr(context.session, "humans", lambda: people)
            screen = ResultScreen(app, context, [("Main menu", "arrow-left", lambda: None)])
        title, line = (label.text for label in screen.layer.labels[:2])
        return f"{title} {line.partition(' – ')[0]}" if " – " in line else str(title)

    assert told("standard", (0,), [0]) == "You won!"
    assert told("standard", (1,), [0]) == "You came second Bolt wins"
    assert told("standard", (1,), [0, 2]) == "Bolt wins!"
    assert told("standard", (1,), []) == "Bolt wins!"
    assert told("standard", (), [0]) == "No winner"
    assert told("roboball", (1, 3), [1]).startswith("Your team won!")
    assert told("roboball", (1, 3), [0]) == "Your team lost Team 2 wins"
    monkeypatch.setattr(library.finished("standard").context.display.robots[0], "eliminated", True)
    assert told("standard", (1,), [0]) == "You were destroyed Bolt wins"


def test_the_player_reads_what_the_last_turn_brought(app: Any, library: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """CLI-2033: no recap comes after it."""
    context = library.finished("standard").context
    hits = [
        {"type": "hurt", "piece": piece, "by": 1 - piece, "points": 2, "damage": 2, "cause": "robot-laser"}
        for piece in (0, 1)
    ]
    monkeypatch.setattr(context.turn, "_running", hits)
    for people, text in (([0], "The last turn: Ada takes 2 damage (Bolt)"), ([], "The last turn")):
        monkeypatch.setattr(context.session, "humans", lambda people=people: people)
        screen = ResultScreen(app, context, [("Main menu", "arrow-left", lambda: None)])
        assert any(label.text.startswith(text) for label in screen.layer.labels) is bool(people)


def test_the_numbers_of_all_robots_are_a_page_of_their_own(app: Any, driver: Driver, library: Any) -> None:
    """CLI-1201, CLI-2561: Esc and the same button lead back to the result."""
    left: list[bool] = []
    screen = ResultScreen(
        app, library.finished("standard").context, [("Menu", "arrow-left", lambda: left.append(True))]
    )
    app.push(screen)
    assert not screen.table.places
    driver.click(button(app, "All numbers").rect.centre)
    assert len(screen.table.places) == 4
    assert not screen.steps
    driver.click(button(app, "Back to the result").rect.centre)
    assert screen.steps
    screen.turn_over()
    for leaves in (False, True):
        driver.key(arcade.key.ESCAPE)
        assert (screen.has_numbers, bool(left)) == (False, leaves)


@pytest.mark.parametrize("language", few_of(["de", "en", "sv"]))
def test_with_large_texts_nothing_scrolls_sideways(
    client: Any, library: Any, look: Callable[..., None], speak: Callable[[str], None], language: str
) -> None:
    """CLI-2561, CLI-1202: neither the result, nor all numbers, nor the statistics. What comes first is in view."""
    speak(language)
    for mode in ("classic", "roboball"):
        desks.matches(client).recorder = library.finished(mode).recorder
        desks.matches(client).show_result(library.finished(mode).context)
        result = client.app.screen_on_top
        look(1280, 720, 200)
        for _page in range(2):
            assert result.area.width <= result.space.whole.width
            first = [widget.rect for widget in result.controls.widgets if isinstance(widget, Button)][:2]
            assert result.has_numbers or all(result.space.seen.y <= rect.y for rect in first)
            result.space.go_to(0, 0)
            result.turn_over()
            assert result.space.part == (0, 1), "each page begins at its heading"
    client.router.open("statistics")
    look(1280, 720, 200)
    page = client.app.screen_on_top
    assert page.area.width <= page.space.whole.width


def test_who_brought_the_ball_home_is_told(library: Any) -> None:
    context = library.finished("roboball").context
    goals = {index: counts["goals"] for index, counts in enumerate(context.session.tally.counts)}
    scorers = [index for index, goal in goals.items() if goal]
    assert scorers
    assert set(scorers) <= set(context.display.winners)


def test_the_winning_robot_is_listed_first_in_its_team(library: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    context = library.finished("roboball").context
    winners, tally = context.display.winners, context.session.tally
    counts = [counted | {"goals": 0, "hitches": 0} for counted in tally.counts]
    monkeypatch.setattr(tally, "counts", counts)
    first, second = ranking(context)[:2]
    assert {first, second} == set(winners)
    counts[second]["hitches"] = 1
    assert ranking(context)[:2] == [second, first]  # whatever damage they have
    counts[first]["goals"] = 1
    assert ranking(context)[:2] == [first, second]


@pytest.mark.parametrize(
    ("language", "title", "head"),
    [("en", "Checkpoints", "Check-\npoints"), ("sv", "Kontrollpunkter", "Kontroll-\npunkter")],
)
def test_a_long_title_has_a_hyphen_only_where_it_is_broken(
    app: Any, open_match: Any, new_game: Any, speak: Callable[[str], None], language: str, title: str, head: str
) -> None:
    """CLI-1201: above its narrow column; the analysis names it in one word."""
    speak(language)
    context = open_match(new_game()).context
    assert gauge_titles(context)["checkpoint"] == title
    screen = ResultScreen(app, context, [("Main menu", "arrow-left", lambda: None)])
    screen.turn_over()
    assert head in [label.text for label in screen.layer.labels]
