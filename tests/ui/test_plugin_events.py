"""The window knows no event of a plugin: plugins say what theirs change and how they look."""

import ast
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from roborally.core.events import KERNEL_EVENTS, is_for
from roborally.core.observation import SPECTATOR, Observation, observe
from roborally.plugin import PluginError
from roborally.plugin_system.loader import find_plugins
from roborally.ui.board.animator import Animations
from roborally.ui.board.display import Display
from roborally.ui.plugin import Views, views_of
from tests.fuzz.play import EDITIONS, play, random_game
from tests.shipped import catalogue
from tests.sweeps import few_of
from tests.writing import write_plugin

HIDDEN = "?"
UI = Path(__file__).resolve().parents[2] / "roborally" / "ui"
SETTINGS = {("window.py", "real")}
"""Not an event, despite its name: a setting of pyglet."""


def declared() -> set[str]:
    """Return the events that the plugins of all editions declare."""
    return {name for mode in EDITIONS for name in random_game(mode, 0, vary=False).rules.events} - set(KERNEL_EVENTS)


def constants(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def test_the_window_names_no_event_of_a_plugin() -> None:
    names = declared()
    assert len(names) > 35
    found = {(path.name, text) for path in sorted(UI.rglob("*.py")) for text in constants(path) if text in names}
    assert found == SETTINGS


def test_the_window_reads_no_fact_by_name() -> None:
    facts = {fact for plugin in catalogue().plugins.values() for fact in plugin.manifest.attribute.values()}
    assert "held_cards" in facts
    kept = {"slots", "options", "team"}  # what the window itself calls so
    found = {text for path in UI.rglob("*.py") for text in constants(path) if text in facts - kept}
    assert found == set()


@pytest.mark.parametrize("mode", EDITIONS)
def test_views_speak_of_events_that_there_are(mode: str) -> None:
    game = random_game(mode, 0, vary=False)
    views = views_of(game.plugins)
    assert set(views.changes) <= set(game.rules.events)
    assert {name.partition(" ")[0] for name in views.animations.added} <= set(game.rules.events)
    assert set(views.stops) <= set(game.rules.events)


@pytest.mark.parametrize("mode", EDITIONS)
@pytest.mark.parametrize("number", few_of(range(6), 2))
def test_what_is_shown_follows_from_events_in_every_edition(mode: str, number: int) -> None:
    """Also what lies on option cards; of what lies face down, whether it is there."""
    game = random_game(mode, 600 + 3 * number)
    match = game.start(number)
    changes = views_of(game.plugins).changes

    def fresh(seen: Observation) -> Display:
        return Display(seen, game.plugins, changes)

    shown = fresh(observe(match, SPECTATOR))

    def compare(match: Any) -> Any:
        seen = observe(match, SPECTATOR)
        shown.assert_equals(seen)
        for robot, known in zip(shown.robots, fresh(seen).robots, strict=True):
            if (
                mode == "volt" and not robot.destroyed
            ):  # a card that was freed lies open for longer than an observation says
                assert robot.slots == known.slots
        text = [dict(robot.marks) for robot in shown.robots]
        shown.read_marks(seen)
        for marks, robot in zip(text, shown.robots, strict=True):
            for card, mark in robot.marks.items():
                lies = marks.get(card) or False
                assert bool(lies) if mark == HIDDEN else lies == (mark or False), card
        return match

    def follow(event: Any) -> None:
        if is_for(event, SPECTATOR):
            shown.apply(event)

    played = play(game, number, 8, match=match, on_event=follow, between=compare)
    compare(played.match)


def test_without_the_code_of_plugins_what_is_shown_is_taken_over() -> None:
    """On the network some may lack a plugin: of what only its code follows they see how it is at each rest."""
    game = random_game("standard", 3, vary=False)
    match = game.start(3)
    shown = Display(observe(match, SPECTATOR), game.plugins, {})
    robots = list(shown.robots)
    played = play(game, 3, 4, match=match, on_event=shown.apply)
    seen = observe(played.match, SPECTATOR)
    assert list(shown.differences(seen))
    shown.take_over(seen)
    shown.assert_equals(seen)
    assert all(one is other for one, other in zip(robots, shown.robots, strict=True))


# --- registering ----------------------------------------------------------------------------------------------------


def test_a_way_of_an_event_is_shown_beside_its_type_or_instead() -> None:
    seen: list[str] = []

    def shows(name: str) -> Callable[[Any, Any], None]:
        return lambda animator, event: seen.append(name)

    def played(**event: Any) -> list[str]:
        seen.clear()
        for show in animations.of(event):
            show(None, event)  # type: ignore[arg-type]
        return list(seen)

    animations = Animations({"hurt": shows("own"), "step": shows("own step")})
    animations.add("hurt", shows("more"), instead=False)
    animations.add("hurt fire", shows("fire"), instead=False)
    animations.add("hurt ghost", shows("ghost"), instead=True)
    animations.add("spell", shows("spell"), instead=False)
    assert played(type="hurt", cause="laser") == ["own", "more"]
    assert played(type="hurt", cause="fire") == ["own", "more", "fire"]
    assert played(type="hurt", cause="ghost") == ["more", "ghost"]
    assert played(type="step", how="fire") == ["own step"]
    assert played(type="spell") == ["spell"]
    assert played(type="silence") == []
    assert played(type="hurt", cause=["no", "text"]) == ["own", "more"]


def test_one_plugin_says_how_a_replay_goes_by_an_event() -> None:
    views = Views()
    views.replay("spell", "action")
    views.owner = "second"
    with pytest.raises(PluginError, match="'second' says how a replay treats 'spell'"):
        views.replay("spell", "none")


def test_what_no_plugin_brings_is_not_told() -> None:
    game = random_game("volt", 1, vary=False)
    shown = Display(observe(game.start(1), SPECTATOR), game.plugins, {})
    assert shown.fact_of("slots") == "slots"
    assert shown.fact_of("locks") is None


def test_two_plugins_that_tell_the_same_are_refused(tmp_path: Path) -> None:
    for name in ("one", "two"):
        write_plugin(tmp_path, name, '[attribute]\nteam = "team"\n')
    plugins = list(find_plugins([tmp_path], installed=False).plugins.values())
    game = random_game("standard", 1, vary=False)
    with pytest.raises(PluginError, match="plugin 'two' tells 'team' of robots, but another plugin does so already"):
        Display(observe(game.start(1), SPECTATOR), plugins, {})
