"""The facing of a robot that comes onto the board is chosen in the programming panel, with the hand in sight."""

import importlib
from collections.abc import Callable
from typing import Any

import pytest

from roborally.core.events import Watch
from roborally.core.geometry import NAMES
from roborally.core.observation import SPECTATOR, observe
from roborally.game.factory import Game, make_game
from roborally.game.match_file import MatchConfig, MatchSection, SeatConfig
from roborally.plugin_system.loader import Catalogue
from roborally.ui.toolkit import pictures
from tests.shipped import drawn
from tests.sweeps import few_of

from .conftest import Driver
from .playing import lay

DOCKS = """
 d1> .  .  .  .  .
 d2> .  .  O  .  c2
 d3> .  .  .  .  .
 d4> .  c1 .  .  .
"""
GRIDS = {
    "standard": DOCKS,
    "classic": DOCKS,
    "auenland": DOCKS,
    "roboball": " home1  .  .  .  home2\n .  .  ball .  .\n s1 .  .  .  s2\n .  .  s3 .  .",
    "crash-and-burn": " .  O  .  .  .  c2\n .  .  c1 .  .  .\n .  .  .  .  O  .\n .  .  .  .  .  .",
}
SETTINGS: dict[str, Any] = {
    "standard": {"archive": {"respawn_facing": "choose"}},
    "crash-and-burn": {"option-cards": {"dealt_at_start": 0}},
}


@pytest.fixture
def new_match(catalogue: Catalogue) -> Callable[..., Game]:
    def make(mode: str, people: int = 1, players: int = 2) -> Game:
        seats = [SeatConfig(name, "human") for name in ("Ada", "Bea")[:people]]
        seats += [SeatConfig(f"Bot {number}", "random") for number in range(1, players + 1 - people)]
        config = MatchConfig(match=MatchSection(mode=mode, seed=1), plugin=SETTINGS.get(mode, {}), seats=seats)
        return make_game(config, catalogue, course=drawn(GRIDS[mode], catalogue, "yard", players=(2, 4)))

    return make


def fall(screen: Any, driver: Driver) -> None:
    """Destroy the robot of the person here, and go on until its owner is asked in the next turn."""
    match = screen.session.match
    match.destroy(match.state.pieces[0], "test")
    match.settle()
    screen.panels.asking["program"].hand_in()
    driver.until(lambda: match.state.turn == 2 and screen.panels.open is not None, 200)
    driver.frame(12, 1 / 20)


def directions(panel: Any) -> dict[str, Any]:
    (row,) = panel.rows
    return dict(row.buttons)


def is_turn_of(event: Any, piece: int) -> bool:
    return bool(event["type"] == "turn" and event["piece"] == piece)


def drawn_facing(screen: Any) -> float:
    return float(round(screen.actors[0].angle) % 360 / 90)


@pytest.mark.parametrize("mode", few_of(["roboball", "standard", "classic", "auenland"], 2))
def test_re_entry_is_turned_in_the_panel(driver: Driver, open_match: Any, new_match: Any, mode: str) -> None:
    """CNB-1402, CLS-302, AUE-R17, RBL-103: with the hand in sight, changed until it is confirmed; the ghost follows."""
    screen = open_match(new_match(mode), speed="skip")
    fall(screen, driver)
    match, panel = screen.session.match, screen.panels.open
    assert panel.hand.cards, "the hand is in sight"
    assert screen.question_controller.dialog is None
    buttons = directions(panel)
    assert list(buttons) == list(NAMES)
    before = match.state.pieces[0].facing
    assert [name for name, button in buttons.items() if button.selected] == [NAMES[before]]
    panel.add("move1")
    for wanted in (*range(4), (before + 1) % 4):
        driver.click(buttons[NAMES[wanted]].rect.centre)
        driver.frame(40, 1 / 20)
        assert drawn_facing(screen) == wanted
        ghost = screen.board_pane.ghost.ghost
        assert ghost is None or ghost.facing == wanted or ghost.lost
        assert match.state.pieces[0].facing == before, "nothing is said before it is confirmed"
    lay(panel)
    driver.frame()
    faced: list[int] = []
    match.watch = Watch(lambda event: faced.append(event["to"]) if is_turn_of(event, 0) else None)
    driver.click(panel.confirm.rect.centre)
    assert faced[0] == (before + 1) % 4


def test_entry_is_turned_in_the_panel_and_seen_by_its_owner_alone(
    driver: Driver, open_match: Any, new_match: Any
) -> None:
    """CNB-R05, CNB-602: it is drawn on checkpoint 1, the ghost follows, and others learn of it when it enters."""
    screen = open_match(new_match("crash-and-burn"), speed="skip")
    match, panel = screen.session.match, screen.panels.open
    assert panel.hand.cards
    preview, ghost = screen.board_pane.preview, screen.board_pane.ghost
    lay(panel)
    ends = set()
    for facing, name in enumerate(NAMES):
        driver.click(directions(panel)[name].rect.centre)
        driver.frame(60, 1 / 20)
        assert preview.cell == (2, 1)
        assert round(preview.sprites[0].angle) % 360 / 90 == preview.facing == facing
        ends.add((ghost.ghost.cell, ghost.ghost.facing))
    assert len(ends) == 4, "where the program ends depends on the facing"
    assert match.state.ext["archive"]["chosen_facings"] == (-1, -1)
    driver.click(panel.confirm.rect.centre)
    driver.until(lambda: screen.session.match.state.stage > 0 or screen.session.match.state.turn > 1, 50)


def test_directions_have_arrows(driver: Driver, open_match: Any, new_match: Any) -> None:
    """CLI-2421."""
    screen = open_match(new_match("roboball"), speed="skip")
    fall(screen, driver)
    assert "Enter the board facing" in [label.text for label in screen.panels.open.layer.labels]
    arrows = [pictures.arrow(direction, 32) for direction in range(len(NAMES))]
    assert {*arrows} <= {sprite.texture for sprite in screen.panels.open.layer.sprites}
    for direction, arrow in enumerate(arrows):
        upright = arrow.image.rotate(90 * direction).getchannel("A")
        head, tail = (upright.crop((0, top, 32, top + 12)).getbbox() or (0, 0, 0, 0) for top in (0, 20))
        assert head[2] - head[0] > tail[2] - tail[0] + 8, NAMES[direction]


def test_a_direction_that_is_barred_is_grey_and_says_why(driver: Driver, open_match: Any, new_match: Any) -> None:
    """CLS-305: beside its respawn point, which the other robot has taken again; F1 leads to the rule."""
    screen = open_match(new_match("classic"), speed="skip")
    match = screen.session.match
    markers: Any = importlib.import_module("roborally_plugins.archive.markers")
    driver.until(lambda: "program-2" in match.state.sealed, 200)
    match.state.sealed["program-2"] = ()
    markers.move_marker(match, match.state.pieces[0], match.floor.index((0, 1)))
    match.destroy(match.state.pieces[1], "test")
    match.destroy(match.state.pieces[0], "test")
    match.settle()
    match.state.ext["archive"]["fallen"] = ((1, 0, 1), (1, 0, 0))  # the other one comes back first (CLS-304)
    screen.panels.asking["program"].hand_in()
    driver.until(lambda: bool(screen.context.question(0, "respawn-cell")), 200)
    screen.answer(0, screen.context.question(0, "respawn-cell")["id"], (0, 0))
    driver.until(lambda: screen.panels.open is not None, 200)
    driver.frame(12, 1 / 20)
    buttons = directions(screen.panels.open)
    assert {name: button.enabled for name, button in buttons.items()} == {
        "north": True,
        "east": True,
        "south": False,
        "west": True,
    }
    assert buttons["south"].tooltip == "A robot stands there within three spaces."
    driver.click(buttons["south"].rect.centre)
    assert [name for name, button in buttons.items() if button.selected] == ["east"]
    for button in buttons.values():
        assert screen.rule_at(*screen.panel_space.shown(button.rect).centre) == "CLS-305"
    assert screen.rule_now == "CLS-102"


@pytest.mark.parametrize("seat", [1, SPECTATOR])
def test_others_do_not_see_a_facing_before_all_have_confirmed(new_match: Any, seat: int) -> None:
    """CNB-R05: neither the answer nor the robot tells it."""
    match = new_match("classic").start(1)
    match.run()
    match.destroy(match.state.pieces[0], "test")
    match.settle()
    match.default_answers()
    asked = next(entry for entry in match.state.decisions if entry["kind"] == "respawn-facing")
    before = match.state.pieces[0].facing
    match.seal(asked["id"], NAMES[(before + 2) % 4])
    seen = observe(match, seat).data
    assert not seen["sealed"]
    assert seen["pieces"][0]["facing"] == before
    assert "south" not in str(next(entry for entry in seen["decisions"] if entry["id"] == asked["id"]))


def test_the_facing_is_kept_when_the_language_changes(
    app: Any, driver: Driver, open_match: Any, new_match: Any, speak: Callable[[str], None]
) -> None:
    screen = open_match(new_match("crash-and-burn"), speed="skip")
    driver.click(directions(screen.panels.open)["south"].rect.centre)
    assert screen.panels.unconfirmed
    speak("de")
    screen.translate()
    buttons = directions(screen.panels.open)
    assert [button.text for button in buttons.values()] == ["Norden", "Osten", "Süden", "Westen"]
    assert [name for name, button in buttons.items() if button.selected] == ["south"]
    assert screen.board_pane.preview.facing == NAMES.index("south")


def test_the_next_person_sees_nothing_of_it(app: Any, driver: Driver, open_match: Any, new_match: Any) -> None:
    """CNB-R05: on one machine the robot stands again as all see it when the next person is called."""
    screen = open_match(new_match("classic", people=2), speed="skip")
    match = screen.session.match
    for _person in range(2):
        driver.until(lambda: screen.question_controller.hot_seat.curtain is not None, 50)
        screen.question_controller.hot_seat.curtain.lift()
        if not match.state.sealed:
            match.destroy(match.state.pieces[0], "test")
            match.settle()
        screen.panels.open.hand_in()
    driver.until(lambda: match.state.turn == 2 and screen.question_controller.hot_seat.curtain is not None, 200)
    screen.question_controller.hot_seat.curtain.lift()
    driver.frame(12, 1 / 20)
    before, panel = drawn_facing(screen), screen.panels.open
    turned = NAMES[(int(before) + 2) % 4]
    driver.click(directions(panel)[turned].rect.centre)
    driver.frame(60, 1 / 20)
    assert drawn_facing(screen) == (before + 2) % 4
    lay(panel)
    screen.panels.open.send()
    driver.frame()
    assert screen.question_controller.hot_seat.curtain is not None
    assert drawn_facing(screen) == before


@pytest.mark.parametrize("mode", few_of(["crash-and-burn", "standard"]))
def test_a_match_is_played_with_clicks(app: Any, driver: Driver, open_match: Any, new_match: Any, mode: str) -> None:
    """Each time that the robot comes onto the board it stands as was clicked, whatever was clicked before."""
    screen = open_match(new_match(mode), speed="skip")
    chosen = 0
    text: list[Any] = []
    screen.session.record = lambda seat, id_, answer: text.append((id_, answer))
    for turn in range(12):
        driver.until(lambda: screen.question_controller.asked is not None or bool(screen.ended), 400)
        if screen.ended:
            break
        driver.frame(12, 1 / 20)
        if screen.panels.open is None:
            screen.question_controller.answer_by_default()
            continue
        panel = screen.panels.open
        for number in range(2 * len(panel.rows)):
            buttons = list(directions(panel).items())
            name, button = buttons[(turn + number) % len(buttons)]
            driver.click(button.rect.centre)
        if panel.rows:
            chosen += 1
            question = panel.rows[0].question["id"]
        while not panel.hand.full:
            tile = next(tile for tile in panel.commands if tile.enabled)
            driver.click(tile.rect.centre)
        driver.frame()
        if panel.objection.text:  # a movement comes first (CNB-502)
            screen.answer(0, screen.question_controller.asked["id"], ())
            continue
        driver.click(panel.confirm.rect.centre)
        if panel.rows:
            assert (question, name) in text
    assert chosen
