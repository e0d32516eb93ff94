"""Secret objectives of Auenland in the window: entered, behind the curtain, shown to their owners (CLI-1504)."""

from typing import Any

import arcade
import pytest

from roborally.game.factory import make_game
from roborally.game.match_file import MatchConfig, MatchSection, SeatConfig
from roborally.plugin_system.loader import Catalogue
from roborally.ui.toolkit.dialogs import Dialog
from tests.ui.conftest import Driver

pytestmark = pytest.mark.window
keys = arcade.key


def begin(catalogue: Catalogue, begin_session: Any, show_session: Any, people: int, objectives: str = "entered") -> Any:
    """Show a match on a course with three checkpoints."""
    seats = [SeatConfig(name, "human" if number < people else "random") for number, name in enumerate(("Ada", "Bob"))]
    match = MatchSection("auenland", "first-steps", 5, timer=0)
    config = MatchConfig(match, plugin={"auenland": {"objectives": objectives}}, seats=seats)
    return show_session(begin_session(make_game(config, catalogue), 5))


def press(screen: Any, *symbols: int) -> None:
    for symbol in symbols:
        screen.panels.shown.key(symbol, 0)


def lists(screen: Any) -> Any:
    """Return the list that is shown to the person at the screen, in words."""
    return screen.context.line()


def marked(screen: Any) -> set[Any]:
    """Return the cells whose tooltip speaks of an objective."""
    cells = screen.context.game.floor.cells
    return {cell for cell in cells if any("objective" in o.tooltip_at(cell) for o in screen.board_pane.overlays)}


def test_a_list_is_entered_and_shown_to_its_owner_alone(
    driver: Driver, catalogue: Catalogue, begin_session: Any, show_session: Any
) -> None:
    """CLI-1504: by number keys or clicks; what cannot be taken is not; then it is marked all the time."""
    screen = begin(catalogue, begin_session, show_session, 1)
    panel = screen.panels.shown
    assert panel.title.text == "Your objectives"
    assert lists(screen) == ""
    assert not marked(screen)
    press(screen, keys.KEY_3, keys.KEY_3, keys.KEY_9, keys.ENTER, keys.NUM_1)
    assert panel.chosen == [3, 1]
    assert not panel.confirm.enabled
    press(screen, keys.BACKSPACE)
    driver.click(panel.offers[1].rect.centre)
    driver.click(panel.offers[0].rect.centre)
    assert panel.chosen == [3, 2, 1]
    driver.click(panel.places[0].rect.centre)
    assert panel.chosen == [2, 1]
    press(screen, keys.DELETE, keys.KEY_2, keys.KEY_3, keys.KEY_1, keys.ENTER)
    driver.frame(4)
    numbers = screen.context.game.floor.tables["checkpoints"]
    route = screen.session.match.state.ext["race"]["routes"][0]
    assert [numbers[cell] for cell in route] == [2, 3, 1]
    assert lists(screen) == "Your objectives: 2\u00a0– 3\u00a0– 1"
    assert marked(screen) == {screen.context.game.floor.cells[cell] for cell in route}
    assert screen.question_controller.asked["kind"] == "program"


def test_a_reached_objective_is_ticked(
    driver: Driver, catalogue: Catalogue, begin_session: Any, show_session: Any
) -> None:
    """CLI-1504, AUE-R19: a dealt list is shown at once, and what is done of it as soon as it is."""
    screen = begin(catalogue, begin_session, show_session, 1, "dealt")
    route = screen.session.match.state.ext["race"]["routes"][0]
    numbers = [screen.context.game.floor.tables["checkpoints"][cell] for cell in route]
    assert lists(screen) == f"Your objectives: {numbers[0]}\u00a0– {numbers[1]}\u00a0– {numbers[2]}"
    screen.board_pane.on_event({"type": "checkpoint", "beat": 1, "piece": 1, "number": 1})
    screen.board_pane.on_event({"type": "checkpoint", "beat": 1, "piece": 0, "number": numbers[0], "only_for": 0})
    assert lists(screen) == f"Your objectives: {numbers[0]} (done)\u00a0– {numbers[1]}\u00a0– {numbers[2]}"


def test_two_people_enter_their_lists_behind_the_curtain(
    driver: Driver, catalogue: Catalogue, begin_session: Any, show_session: Any
) -> None:
    """CLI-1504: nobody sees the other's list, neither while it is entered nor later."""
    screen = begin(catalogue, begin_session, show_session, 2)
    hot_seat = screen.question_controller.hot_seat
    for number, order in enumerate(((keys.KEY_3, keys.KEY_2, keys.KEY_1), (keys.KEY_1, keys.KEY_3, keys.KEY_2))):
        assert hot_seat.curtain is not None
        assert hot_seat.curtain.index == number
        assert lists(screen) == ""
        assert not marked(screen)
        driver.frame(12, 1 / 20)
        driver.key(keys.ENTER)
        driver.frame(2)
        assert screen.panels.shown.chosen == []
        press(screen, *order, keys.ENTER)
        driver.frame(4)
    for text in ("Your objectives: 3\u00a0– 2\u00a0– 1", "Your objectives: 1\u00a0– 3\u00a0– 2"):
        assert lists(screen) == ""
        assert not marked(screen)
        driver.frame(12, 1 / 20)
        driver.key(keys.ENTER)
        driver.frame(2)
        assert lists(screen) == text
        screen.question_controller.answer_by_default()
        driver.frame(4)


def test_the_lobby_offers_secret_lists_and_refuses_missing_ones(driver: Driver, app: Any, catalogue: Catalogue) -> None:
    """CLI-1504: `own` without lists says the way out; dealt and entered lists start."""
    from roborally.features.lobby.model import LobbyModel
    from roborally.features.lobby.window.lobby_page import LobbyPage

    started: list[MatchConfig] = []

    def start(config: MatchConfig) -> None:
        make_game(config, catalogue)
        started.append(config)

    model = LobbyModel(catalogue, ("greedy",), mode="auenland", course="first-steps")
    page = LobbyPage(app, model, start, lambda path: None)
    app.replace(lambda: page)
    page.show("settings")
    choice: Any = page.settings.area.group.named["auenland objectives"]
    offered = [value for value, _text in choice.options]
    assert offered == ["common", "swap", "dealt", "entered", "own"]
    for value in ("dealt", "entered", "own"):
        model.set_value("auenland", "objectives", value)
        page.start()
    assert [config.plugin["auenland"]["objectives"] for config in started] == ["dealt", "entered"]
    dialog = app.screen_on_top
    assert isinstance(dialog, Dialog)
    text = " ".join(label.text for label in dialog.layer.labels)
    assert "has no list of objectives" in text
    assert "objectives = entered" in text
