"""Questions of the match: what they are about, what must be known to answer, where a robot will stand."""

from collections.abc import Callable
from typing import Any

import arcade
import msgspec
import pytest

from roborally.core.geometry import NAMES
from roborally.game.session.instant_thinker import InstantThinker
from roborally.plugin_system.loader import Catalogue
from roborally.ui.match.questions.questions import offers_of
from roborally.ui.toolkit import pictures
from tests.slots import put_in
from tests.sweeps import few_of

from .conftest import Driver


@pytest.fixture
def ask(driver: Driver, catalogue: Catalogue, library: Any, show_session: Any) -> Callable[[str], Any]:
    def open_question(kind: str) -> Any:
        screen = show_session(library.question(kind).session(InstantThinker(catalogue)), frames=0)
        for _question in range(20):
            driver.until(lambda: screen.question_controller.asked is not None)
            if screen.question_controller.asked["kind"] == kind:
                break
            screen.question_controller.answer_by_default()
        driver.frame(2)
        return screen

    return open_question


def texts(dialog: Any) -> list[str]:
    return [label.text for label in dialog.layer.labels]


def test_a_question_says_what_it_is_about_who_is_asked_and_which_card_is_meant(ask: Any) -> None:
    screen = ask("abort-switch")
    text = texts(screen.question_controller.dialog)
    slots = screen.session.match.state.ext["program-cards"]["slots"][0]
    number = screen.session.match.state.stage
    card = screen.context.words.choice("", slots[number - 1])
    assert text[0] == "Abort Switch"
    assert text[1] == screen.context.name(0)
    assert f"Register {number}: {card}" in text


def test_the_card_in_reserve_is_named_beside_the_one_it_would_replace(ask: Any) -> None:
    screen = ask("conditional-program-swap")
    sentence = texts(screen.question_controller.dialog)
    reserve = screen.session.match.state.ext["option-cards"]["reserve"][0]
    assert sentence[0] == "Conditional Program"
    assert f"In reserve: {screen.context.words.choice('', reserve)}" in sentence
    assert any(text.startswith("Register ") for text in sentence)


def test_answers_that_are_cards_have_pictures(ask: Any) -> None:
    screen = ask("flywheel")
    dialog = screen.question_controller.dialog
    faces = {
        screen.context.look.face(screen.context, card, 64) for card in screen.question_controller.asked["choices"][1:]
    }
    assert faces <= {sprite.texture for sprite in dialog.layer.sprites}


def test_fire_control_says_whom_it_has_hit_and_its_captions_can_be_read(ask: Any, speak: Callable[[str], None]) -> None:
    """They stand beside pictures, each in one line; German ones are the longest. Cards say what they do."""
    speak("de")
    screen = ask("fire-control")
    asked, dialog = screen.question_controller.asked, screen.question_controller.dialog
    assert f"Getroffen: {screen.context.name(asked['info']['target'])}" in texts(dialog)
    cards = {choice.removeprefix("strip ") for choice in asked["choices"] if choice.startswith("strip ")}
    assert cards
    assert {screen.context.words.option_effect(card) for card in cards} < set(texts(dialog))
    labels = [widget.label for widget in dialog.controls.widgets]
    line = labels[0].shown_size[1]
    assert len(labels) == len(asked["choices"]) >= 8
    assert all(label.size >= 14 for label in labels)
    assert all(label.shown_size[1] <= line for label in labels)


@pytest.mark.parametrize("kind", few_of(["recompile", "flywheel", "abort-switch", "fire-control"]))
def test_a_question_lies_within_the_panel_and_leaves_the_board_free(ask: Any, kind: str) -> None:
    screen = ask(kind)
    area, panel = screen.question_controller.dialog.area, screen.arrangement.room
    assert panel.x <= area.x
    assert area.right <= panel.right
    assert panel.y <= area.y
    assert area.top <= panel.top


def test_the_robot_stands_where_it_will_come_back_and_turns_with_the_choice(ask: Any, driver: Driver) -> None:
    """Over a panel that is darkened whole."""
    screen = ask("respawn-facing")
    preview, dialog = screen.board_pane.preview, screen.question_controller.dialog
    room, shade = screen.arrangement.room, dialog.layer.sprites[0]
    assert (round(shade.left), round(shade.right)) == (round(room.x), round(room.right))
    archive = screen.session.match.state.ext["archive"]
    assert preview.cell is not None
    assert len(screen.board_pane.targets.sprites) == 1
    assert [sprite.position for sprite in screen.board_pane.targets.sprites] == [screen.board.centre(preview.cell)]
    assert [widget.text for widget in dialog.controls.widgets] == ["North", "East", "South", "West"]
    for wanted, widget in enumerate(dialog.controls.widgets):
        driver.move(widget.rect.centre)
        driver.frame(60)
        assert preview.facing == wanted
        assert round(preview.sprites[0].angle) % 360 == wanted * 90
    assert archive["chosen_facings"][0] == -1  # nothing is answered by looking
    driver.key(arcade.key.ENTER)
    driver.frame()
    assert preview.cell is None
    assert not preview.sprites


@pytest.mark.parametrize(
    ("kind", "answers"),
    [
        ("turret", ("forward", "right", "backward", "left")),
        ("respawn-facing", NAMES),
        pytest.param("shield", ("front", "right", "rear", "left"), marks=pytest.mark.long),
    ],
)
def test_a_direction_has_an_arrow_that_points_there_on_the_board(ask: Any, kind: str, answers: tuple[str, ...]) -> None:
    """CLI-2421: that of a side of the robot follows from its facing; no side has none."""
    screen = ask(kind)
    question, context = screen.question_controller.asked, screen.context
    facing = 0 if answers == NAMES else context.display.robots[question["piece"]].facing
    found = {
        offer.value: offer.picture
        for offer in offers_of(context, question, context.listed(question))
        if offer.picture is not None
    }
    assert found == {answer: pictures.arrow((facing + side) % 4, 64) for side, answer in enumerate(answers)}


def test_a_marked_cell_is_chosen_by_the_arrows(ask: Any, driver: Driver) -> None:
    """CLI-2003: it is framed, and shown with the robot on it; Enter answers with it."""
    keys = arcade.key
    screen = ask("respawn-cell")
    questions = screen.question_controller
    answers: list[Any] = []
    screen.session.record = lambda seat, id_, answer: answers.append(answer)
    cells = sorted(questions.marked)
    reached = {screen.board_pane.targets.chosen}
    row = (keys.LEFT,) * 3 + (keys.RIGHT,) * 3
    for key in (*(keys.UP,) * 3, *row, keys.DOWN, *row, keys.DOWN, *row):
        driver.key(key)
        reached.add(screen.board_pane.targets.chosen)
        assert screen.board_pane.preview.cell == screen.board_pane.targets.chosen
    assert reached == set(cells)
    chosen = screen.board_pane.targets.chosen
    driver.key(keys.ENTER)
    assert answers[0] == chosen


def test_the_space_that_enter_takes_is_framed_from_the_first_moment(ask: Any, driver: Driver) -> None:
    """CLI-2003: so that nobody enters on a space that they have not seen."""
    screen = ask("start-cell")
    answers: list[Any] = []
    screen.session.record = lambda seat, id_, answer: answers.append(answer)
    targets, marked = screen.board_pane.targets, screen.question_controller.marked
    framed = targets.chosen
    assert framed in marked
    assert len(targets.sprites) == len(marked) + 1
    driver.key(arcade.key.ENTER)
    assert answers[0] == framed


def test_the_robot_on_a_marked_cell_looks_where_its_owner_has_said(ask: Any, driver: Driver) -> None:
    """CNB-1402, CNB-R05: a robot that enters in the first register, whose facing was chosen with the program.

    It stands on the cell under the mouse; who enters for the first time is not told of a return.
    """
    screen = ask("respawn-cell")
    text = " ".join(label.text for label in screen.notices.prompt.labels)
    assert "Onto the board" in text
    assert "Back" not in text
    assert "respawn point" not in text
    for cell in screen.question_controller.marked:
        driver.move(screen.board.to_design(*screen.board.centre(cell)))
        assert screen.board_pane.preview.cell == cell
    wanted = (screen.context.display.robots[0].facing + 1) % 4
    screen.question_controller.close()
    put_in(screen.session.match.state.ext["archive"], "chosen_facings", 0, wanted)
    driver.until(lambda: screen.question_controller.asked is not None)
    assert screen.board_pane.preview.facing == wanted


def test_directions_have_one_order(ask: Any, app: Any) -> None:
    from roborally.ui.match.questions import questions

    screen = ask("respawn-facing")
    for default in ("north", "east", "west"):
        question: Any = {**screen.question_controller.asked, "default": default}
        dialog = questions.ask(screen.question_controller.foreground, screen.context, question, lambda answer: None)
        buttons: list[Any] = dialog.controls.widgets
        assert [button.text for button in buttons] == ["North", "East", "South", "West"]
        assert [button.text for button in buttons if button.accent] == [default.capitalize()]


def test_the_prompt_for_a_cell_fits_its_panel(ask: Any, speak: Callable[[str], None]) -> None:
    speak("de")
    prompt = ask("respawn-cell").notices.prompt
    frame = list(prompt.sprites)[:9]
    text = prompt.labels[-1]
    assert min(piece.bottom for piece in frame) < text.y - text.shown_size[1]
    assert all(label.y < max(piece.top for piece in frame) for label in prompt.labels)


def test_another_language_while_a_question_is_open(app: Any, driver: Driver, client: Any, ask: Any) -> None:
    """It is asked again in that language, below the menu and the settings (CLI-703), and the focus stays."""
    screen = ask("abort-switch")
    questions = screen.question_controller
    before = texts_of(app)
    client.settings.open()
    client.settings.change(msgspec.structs.replace(app.settings, language="de"))
    driver.frame(2)
    assert questions.asked["kind"] == "abort-switch"
    driver.key(arcade.key.ESCAPE)
    driver.until(lambda: questions.asked is not None)
    after = texts_of(app)
    assert after
    assert after != before
    client.settings.change(msgspec.structs.replace(app.settings, language="system"))
    driver.frame(2)
    assert texts_of(app) == before
    dialog = questions.dialog
    chosen = next(widget for widget in dialog.controls.widgets if widget is not dialog.controls.focus)
    dialog.controls.set_focus(chosen)
    screen.lay_out_again()  # the window gets another size
    driver.frame()
    assert questions.dialog is not dialog
    assert questions.dialog.controls.focus.text == chosen.text, "Enter gives the answer that was chosen with the keys"


def texts_of(app: Any) -> set[str]:
    """Return what the topmost screen and the match below it say."""
    return {label.text for screen in app.screens for label in screen.layer.labels if label.visible and label.text}


def test_a_player_looks_round_while_a_question_is_open(ask: Any, driver: Driver, app: Any) -> None:
    """CLI-2114: wheel, drag, map and keys move the view wherever the question does not lie."""
    screen = ask("respawn-facing")
    board, minimap = screen.board, screen.board_pane.minimap
    dialog = app.screen_on_top
    assert dialog is screen.question_controller.dialog

    def moves() -> bool:
        before, seen[0] = seen[0], (board.zoom, board.middle)
        return bool(before != seen[0])

    seen = [(board.zoom, board.middle)]
    x, y = centre = board.rect.centre
    driver.send("on_mouse_scroll", *driver.pixel(dialog.area.centre), 0, 3)
    assert not moves(), "the wheel over the question is its own"
    driver.send("on_mouse_scroll", *driver.pixel(centre), 0, 3)
    assert moves()
    driver.press(centre)
    driver.send("on_mouse_drag", *driver.pixel((x - 50, y - 30)), -50, -30, 1, 0)
    driver.release((x - 50, y - 30))
    assert moves()
    driver.move((x + 50, y))
    assert not moves(), "the drag has ended"
    driver.frame()
    driver.click((minimap.rect.right - 5, minimap.rect.top - 5))
    assert moves()
    assert app.screen_on_top.tooltip_at(*minimap.rect.centre).startswith("The whole course")
    row = screen.panel_space.shown(screen.panels.shown.controls.widgets[0].rect).centre
    assert not dialog.area.holds(*row)
    assert app.screen_on_top.tooltip_at(*row) == screen.tooltip_at(*row) != ""
    driver.key(arcade.key.LEFT, arcade.key.MOD_SHIFT)
    assert moves()
    driver.key(arcade.key.B)
    driver.frame(30)
    assert moves()
    assert screen.question_controller.asked["kind"] == "respawn-facing", "nothing is answered by looking"
    driver.click(dialog.controls.widgets[0].rect.centre)
    assert screen.question_controller.dialog is not dialog


def test_a_space_meant_to_hurry_the_robots_answers_no_question(ask: Any, driver: Driver, app: Any) -> None:
    """CLI-2108."""
    screen = ask("respawn-facing")
    asked, dialog = screen.question_controller.asked, app.screen_on_top
    driver.key(arcade.key.TAB)
    assert dialog.controls.focus is not None
    driver.key(arcade.key.SPACE)
    driver.frame(2)
    assert screen.question_controller.asked == asked
    driver.frame(20, 1 / 20)
    driver.key(arcade.key.SPACE)
    driver.frame(2)
    assert screen.question_controller.asked != asked
