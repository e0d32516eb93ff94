"""VOLT in the window: the controller by mouse and keyboard, start numbers, a match to its end."""

import re
from typing import Any

import arcade
import pytest
from PIL import Image

from roborally.base import paths
from roborally.base.translation import plugin_text
from roborally.core.geometry import COMPASS, DELTAS
from roborally.features.lobby.quick_choices import QuickMatchChoices
from roborally.features.lobby.window.quick_match import QuickMatchPage
from roborally.game.factory import make_game
from roborally.game.match_file import MatchConfig, MatchSection, SeatConfig
from roborally.game.statistics import Tally
from roborally.plugin_system.art import chassis_file
from roborally.plugin_system.loader import Catalogue
from roborally.profile.settings import Settings
from roborally.ui.match.windows.log_screen import LogScreen
from roborally.ui.match.windows.result_screen import ResultScreen
from roborally.ui.match.windows.turn_sheet import TurnSheet
from roborally.ui.toolkit import pictures, theme
from tests.shipped import drawn
from tests.sweeps import few_of
from tests.waiting import Clock, stands_still

from .conftest import Driver, play_to_the_end

ARENA = """
 .   .   s3  .   .
 .   vp1 .   O   .
 s2  .   vp2 .   s4
 .   O   .   vp3 .
 .   .   s1  .   shop
"""


@pytest.fixture
def open_volt(driver: Driver, catalogue: Catalogue, begin_session: Any, show_session: Any) -> Any:
    def make(
        *, side: str = "", human: bool = True, bots: int = 1, found: Catalogue = catalogue, now: Any = stands_still
    ) -> Any:
        seats = [SeatConfig("Ada", "human" if human else "random", side=side)]
        seats += [SeatConfig(f"Bot {number}", "random") for number in range(1, bots + 1)]
        config = MatchConfig(match=MatchSection(mode="volt", timer=0), seats=seats)
        game = make_game(config, found, course=drawn(ARENA, found, "arena", players=(2, 4)))
        screen = show_session(begin_session(game, now=now, found=found), frames=0)
        driver.until(lambda: not human or screen.question_controller.asked is not None)
        driver.frame(12, 1 / 20)  # a panel that has just come takes no clicks
        return screen

    return make


def laid(screen: Any) -> tuple[str, ...]:
    answer: tuple[str, ...] = screen.panels.asking["program"].controller.answer()
    return answer


def key_at(screen: Any, cross: int, key: int) -> tuple[float, float]:
    centre: tuple[float, float] = screen.panels.asking["program"].keys[cross, key].rect.centre
    return centre


@pytest.mark.parametrize("bots", few_of([3, 1]))
def test_a_match_to_its_end(app: Any, driver: Driver, open_volt: Any, bots: int) -> None:
    """What is shown equals what is so whenever the animation has run dry (`check`)."""
    screen = open_volt(human=False, bots=bots)
    play_to_the_end(driver, screen)
    (winner,) = screen.context.display.winners
    assert screen.context.display.robots[winner].gauges["points"] == 3
    result = ResultScreen(app, screen.context, [("Main menu", "arrow-left", app.pop)])
    app.push(result)
    driver.frame()
    assert result.order[0] == winner
    result.turn_over()
    heads = [label.text.replace("\n", " ") for label in result.layer.labels]
    assert heads.count("Victory points") == 1  # what ranks robots, and not once more what is counted


def test_dice_are_dragged_turned_and_taken_back_with_the_mouse(app: Any, driver: Driver, open_volt: Any) -> None:
    screen = open_volt()
    panel = screen.panels.asking["program"]
    assert screen.panels.shown is panel
    blue, _other, red, _last = (tile.rect.centre for tile in panel.dice)
    driver.drag(blue, key_at(screen, 0, 0))
    assert laid(screen) == ("move up 1", "", "")
    driver.send("on_mouse_scroll", *driver.pixel(key_at(screen, 0, 0)), 0, 1)
    driver.click(key_at(screen, 0, 0))  # a die that lies is turned on
    assert laid(screen) == ("move up 3", "", "")
    driver.click(red)
    driver.click(key_at(screen, 1, 5))  # and then a key
    assert laid(screen) == ("move up 3", "fire down-right 1", "")

    driver.drag(key_at(screen, 0, 0), key_at(screen, 0, 4))  # a blue die on a diagonal key
    assert laid(screen)[0] == "move up 3"
    assert panel.refused == (0, 4)
    assert "straight only" in panel.note.text
    driver.drag(key_at(screen, 0, 0), key_at(screen, 2, 1))
    assert laid(screen) == ("", "fire down-right 1", "move right 3")
    driver.press(key_at(screen, 2, 1), 4)
    driver.release(key_at(screen, 2, 1), 4)
    assert laid(screen) == ("", "fire down-right 1", "")
    driver.drag(key_at(screen, 1, 5), blue)  # beside the crosses: back again
    assert not any(laid(screen))
    assert not panel.confirm.enabled


@pytest.mark.parametrize("closed", [False, True])
def test_another_language_leaves_the_dice_where_they_lie(
    driver: Driver, open_volt: Any, speak: Any, closed: bool
) -> None:
    """Between two programs the panel is closed: the dice keep their faces, and lie where they lay."""
    screen = open_volt()
    old = screen.panels.asking["program"]
    driver.drag(old.dice[0].rect.centre, key_at(screen, 0, 0))
    driver.click(key_at(screen, 0, 0))
    driver.drag(old.dice[2].rect.centre, key_at(screen, 1, 5))
    if closed:
        old.close()
    speak("de")
    screen.translate()
    panel = screen.panels.asking["program"]
    assert panel is not old
    assert laid(screen) == ("move up 2", "fire down-right 1", "")
    if closed:
        panel.open(screen.session.decisions(0)[0])
        assert not any(laid(screen))
        assert [die.number for die in panel.controller.dice] == [2, 1, 1, 1]
        return
    driver.frame(12, 1 / 20)
    assert panel is screen.panels.shown
    assert panel.note.text.startswith("Der rote Würfel")
    driver.click(panel.dice[1].rect.centre)
    driver.click(key_at(screen, 2, 1))
    assert laid(screen) == ("move up 2", "fire down-right 1", "move right 1")
    assert panel.confirm.enabled


def test_a_program_with_the_keyboard_alone(app: Any, driver: Driver, open_volt: Any) -> None:
    screen = open_volt(bots=3)
    keys = arcade.key
    driver.key(keys.KEY_5)
    driver.key(keys.UP)  # to the first key
    driver.key(keys.SPACE)
    driver.key(keys.NUM_2)
    for _ in range(3):
        driver.key(keys.DOWN)
    driver.key(keys.SPACE)
    driver.key(keys.DOWN)
    driver.key(keys.LEFT)
    driver.key(keys.SPACE)
    assert laid(screen) == ("move up 5", "move down 2", "fire up-left 1")
    driver.key(keys.DELETE)  # the die under the cursor
    assert laid(screen)[2] == ""
    driver.key(keys.SPACE)
    answers: list[Any] = []
    screen.session.record = lambda seat, id_, answer: answers.append((seat, answer))
    driver.key(keys.ENTER)
    assert (0, ("move up 5", "move down 2", "fire up-left 1")) in answers
    program = ("move north 5", "move south 2", "fire north-west 1")
    assert screen.context.confirmed[2] == program, "what is shown while others program has the directions of the board"


def test_the_start_number_is_chosen_from_those_left(app: Any, driver: Driver, open_volt: Any) -> None:
    screen = open_volt(bots=1)
    slot = screen.session.match.state.ext["volt"]
    panel = screen.panels.asking["program"]
    for cross, text in enumerate((0, 0, 1)):
        panel.controller.put((0, 2, 1)[cross], (cross, text))
    panel.send()
    if any(entry["kind"] == "start-number" for entry in screen.session.decisions(0)):
        driver.until(lambda: screen.question_controller.dialog is not None)
        buttons = screen.question_controller.dialog.controls.widgets
        assert [button.text for button in buttons] == [f"Start number {number}" for number in slot["pillars"]]
        left = [number for number in slot["pillars"] if number not in slot["numbers"]]
        assert [button.text for button in buttons if button.enabled] == [f"Start number {number}" for number in left]
        driver.click(next(button for button in buttons if button.enabled).rect.centre)
    driver.until(lambda: slot["numbers"][0] != 0 or screen.context.display.turn > 1)


@pytest.fixture
def racing(open_volt: Any) -> Any:
    """Show a match whose three bots let 15 seconds pass at least, on a clock that the test moves on."""
    clock = Clock()
    screen = open_volt(bots=3, now=clock)
    screen.clock = clock
    return screen


def numbers_of(screen: Any) -> tuple[int, ...]:
    numbers: tuple[int, ...] = screen.session.match.state.ext["volt"]["numbers"]
    return numbers


def lay(driver: Driver, screen: Any, *spots: tuple[int, int, int]) -> None:
    for die, cross, key in spots:
        driver.drag(screen.panels.shown.dice[die].rect.centre, key_at(screen, cross, key))


def test_a_number_is_taken_by_key_while_bots_still_think(driver: Driver, racing: Any) -> None:
    """CLI-1503: with the dice that lie, in the middle of the dragging, before any bot."""
    panel = racing.panels.shown
    lay(driver, racing, (0, 0, 0), (2, 1, 5), (1, 2, 1))
    racing.clock.time += 14
    driver.frame(3, 1 / 20)
    assert numbers_of(racing) == (0, 0, 0, 0)
    text: list[tuple[int, Any]] = []
    racing.session.record = lambda seat, id_, answer: text.append((seat, answer))
    driver.key(arcade.key.KEY_1)  # without Ctrl it turns a die
    assert numbers_of(racing) == (0, 0, 0, 0)
    driver.key(arcade.key.KEY_2, arcade.key.MOD_CTRL)
    assert text[0] == (0, ("move up 1", "fire down-right 1", "move right 1", 2))
    assert numbers_of(racing)[0] == 2
    assert not panel.is_open
    driver.until(lambda: racing.context.display.turn > 1)  # nobody has to wait for the bots any more


def test_an_empty_cross_is_told_before_a_number_is_taken(driver: Driver, racing: Any) -> None:
    """CLI-1503, VLT-R11: the same key once more takes the number; a die that is laid takes the warning away."""
    panel = racing.panels.shown
    lay(driver, racing, (0, 0, 0))
    driver.click(panel.pillars[2].rect.centre)
    assert numbers_of(racing)[0] == 0
    assert "crosses 2 and 3" in panel.note.text
    assert "start number 3" in panel.note.text
    lay(driver, racing, (2, 1, 5))
    assert "nothing happens" not in panel.note.text
    driver.click(panel.pillars[2].rect.centre)
    driver.click(panel.pillars[3].rect.centre)  # another number is asked for anew
    assert numbers_of(racing)[0] == 0
    driver.click(panel.pillars[3].rect.centre)
    assert numbers_of(racing)[0] == 4


def test_dice_that_destroy_the_robot_are_told_before_a_number_is_taken(
    app: Any, driver: Driver, racing: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """CLI-1503, CLI-2034: as by Confirm, unless a setting says otherwise."""
    monkeypatch.setattr(app, "settings", Settings(ask_before_loss=True))
    panel = racing.panels.shown
    lay(driver, racing, (0, 0, 0), (2, 1, 4), (1, 2, 3))
    driver.until(lambda: bool(panel.panel_context.aid.warning))
    panel.take_number(3)
    assert numbers_of(racing)[0] == 0
    assert panel.note.text == f"{panel.panel_context.aid.warning} Press again to take start number 3."
    monkeypatch.setattr(app, "settings", Settings(ask_before_loss=False))
    panel.take_number(2)
    assert numbers_of(racing)[0] == 2


def test_numbers_that_bots_have_taken_have_their_colours_and_are_gone(driver: Driver, racing: Any) -> None:
    """VLT-507: the panel follows the race while the dice are laid; the last pillar is left for the person."""
    panel = racing.panels.shown
    lay(driver, racing, (0, 0, 0), (2, 1, 5), (1, 2, 1))
    racing.clock.time += 41
    driver.until(lambda: sum(pillar.owner is not None for pillar in panel.pillars) == 3)
    driver.frame(2, 1 / 20)
    assert panel.is_open
    assert laid(racing) == ("move up 1", "fire down-right 1", "move right 1")
    (left,) = [pillar for pillar in panel.pillars if pillar.owner is None]
    (gone, *_others) = [pillar for pillar in panel.pillars if pillar.owner is not None]
    assert racing.context.name(gone.owner) in gone.tooltip_at(0, 0)
    driver.click(gone.rect.centre)
    assert panel.is_open
    assert panel.note.text == f"{racing.context.name(gone.owner)} has start number {gone.number}. Take another one."
    driver.click(left.rect.centre)
    driver.until(lambda: racing.context.display.turn > 1)


def test_numbers_that_others_take_leave_their_places_in_the_question(app: Any, driver: Driver, racing: Any) -> None:
    """VLT-507: no other number comes under the mouse at the last moment; the clock of the bots runs on meanwhile."""
    lay(driver, racing, (0, 0, 0), (2, 1, 5), (1, 2, 1))
    driver.key(arcade.key.ENTER)
    driver.until(lambda: racing.question_controller.dialog is not None)

    def places() -> dict[str, Any]:
        return {button.text: button.rect for button in racing.question_controller.dialog.controls.widgets}

    before = places()
    assert len(before) == 4
    for _second in range(40):
        racing.clock.time += 1
        driver.frame(4, 1 / 20)
        if any(numbers_of(racing)[1:]):
            break
    taken = {f"Start number {number}" for number in numbers_of(racing) if number}
    assert taken, "a bot has been faster"
    assert places() == before
    buttons = racing.question_controller.dialog.controls.widgets
    assert {button.text for button in buttons if not button.enabled} == taken
    driver.click(next(button for button in buttons if not button.enabled).rect.centre)
    assert numbers_of(racing)[0] == 0


def test_log_and_steps_can_be_read_while_a_question_is_open(app: Any, driver: Driver, racing: Any) -> None:
    """The keys of the match have the same meaning in front of it; Esc still opens the menu."""
    lay(driver, racing, (0, 0, 0), (2, 1, 5), (1, 2, 1))
    driver.key(arcade.key.ENTER)
    driver.until(lambda: racing.question_controller.dialog is not None)
    dialog = racing.question_controller.dialog
    for key, shown in ((arcade.key.L, LogScreen), (arcade.key.T, TurnSheet)):
        driver.key(key)
        driver.frame()
        assert isinstance(app.screen_on_top, shown)
        driver.key(key)
        driver.frame()
        assert app.screen_on_top is dialog
    driver.key(arcade.key.ESCAPE)
    driver.frame()
    assert app.screen_on_top not in (dialog, racing)


def test_own_crosses_without_a_die_look_empty_and_not_unknown(driver: Driver, racing: Any) -> None:
    """VLT-R11: one knows what one has left out; of the others one knows it when the cross is disclosed."""
    racing.playback.speed = "slow"
    lay(driver, racing, (0, 1, 0))
    racing.panels.shown.take_number(1)
    racing.panels.shown.take_number(1)
    driver.until(lambda: racing.panels.shown is racing.panels.moving)
    driver.until(lambda: racing.context.display.stage == 1, 600)
    rows = racing.panels.moving.rows
    assert rows[0].shown == [None, "move north 1", None]
    others = [rows[index].shown for index in (1, 2, 3)]
    assert all(shown[1:] == ["", ""] for shown in others), "they have not been disclosed"


def test_the_hint_counts_spaces(driver: Driver, racing: Any) -> None:
    for number, text in ((1, "moves the robot 1 space."), (2, "moves the robot 2 spaces.")):
        racing.panels.shown.show_face(number)
        assert text in racing.panels.shown.note.text


def test_every_death_counts_and_its_cause_is_told_apart(open_volt: Any) -> None:
    """VLT-615, VLT-616: a robot that is destroyed has died; the one that pushed or shot it has a take-down."""
    tally = Tally(open_volt().session.match.rules, 2)
    tally.feed({"type": "destroy", "beat": 1, "piece": 1, "cell": (3, 1), "by": (0,), "cause": "pit"})
    tally.feed({"type": "destroy", "beat": 2, "piece": 1, "cell": (3, 1), "by": (), "cause": "pit"})
    assert (tally.counts[0]["destroyed"], tally.counts[1]["lost"]) == (1, 2)
    assert "Deaths" in tally.titles().values()


def test_the_ghost_walks_shoots_and_falls(driver: Driver, racing: Any) -> None:
    """CLI-222: where the dice lead, and along which line they fire; a pit is told with the cross that leads there."""
    ghost = racing.board_pane.ghost
    panel = racing.panels.shown
    panel.controller.show(0, 2)
    lay(driver, racing, (0, 0, 0), (2, 1, 4))
    driver.frame(2)
    assert ghost.ghost.cell == (2, 2)
    assert [(shot.stage, shot.start, shot.end) for shot in ghost.ghost.shots] == [(2, (2, 2), (4, 0))]
    assert any(abs(sprite.angle) == 45 for sprite in ghost.way)
    assert ghost.above[0].angle == 0
    panel.controller.show(1, 1)
    lay(driver, racing, (0, 0, 0), (1, 2, 3))
    driver.frame(2)
    assert ghost.ghost.cell == (1, 2)
    panel.controller.show(0, 1)
    panel.refresh()
    driver.frame(2)
    assert ghost.ghost.lost["cell"] == (1, 3)
    assert ghost.bubble.text.startswith("Cross 3: Ada")


def test_every_die_has_its_line_in_the_log(driver: Driver, racing: Any) -> None:
    """VLT-604: who acts with which die, in which direction."""
    lay(driver, racing, (0, 0, 0), (2, 1, 5), (1, 2, 1))
    racing.panels.shown.take_number(1)
    driver.until(lambda: racing.context.display.turn > 1)
    lines = list(racing.context.log)
    assert "Ada has a blue 1 and moves north." in lines
    assert "Ada has a red 1 and fires south-east." in lines
    assert "Ada is ready and takes start number 1." in lines


def test_start_spaces_have_colours_and_marks_of_their_robots(driver: Driver, open_volt: Any) -> None:
    screen = open_volt(side="north", bots=2)
    sides, _markers, _corners = screen.board_pane.overlays
    robots = screen.context.display.robots
    for robot in robots:
        cell = next(cell for cell, side in sides.sides.items() if sides.owners.get(side) == robot.index)
        assert sides.plates[cell].color == theme.seat_colours(robot.livery).light
    assert sides.tooltip_at((2, 0)) == "Ada starts here."
    # The mark that robots have stands behind the arrow, above it for those who start at the north side.
    picture = sides.plates[2, 0].texture.image
    light = [point[0] > 150 for point in picture.crop((47, 17, 81, 51)).getdata()]

    def likeness(emblem: str) -> int:
        mark = pictures.emblem(emblem, 64).image.convert("RGBA").resize((34, 34))
        return sum(one == (point[3] > 150) for one, point in zip(light, mark.getdata(), strict=True))

    marks = [theme.seat_colours(robot.livery).emblem for robot in robots]
    assert max(marks, key=likeness) == marks[0]
    assert likeness(marks[0]) > 0.8 * len(light)
    assert len(sides.plates) == len(sides.sprites) == len(sides.owners) < len(sides.sides)


def test_the_pace_of_bots_is_chosen_in_a_quick_match_of_volt_alone(
    app: Any, driver: Driver, catalogue: Catalogue
) -> None:
    """CLI-1503: other modes have no such choice, and the match file says what was chosen."""
    begun: list[Any] = []
    wishes = QuickMatchChoices(mode="volt", course="short-circuit")
    page = QuickMatchPage(app, catalogue, ["greedy"], wishes, lambda wishes, config: begun.append(config))
    app.push(page)
    driver.frame()
    pace = page.choices["volt_pace"]
    assert pace.value == "even"
    assert pace.label.text == "Normal", "with a capital as the other values"
    driver.click((pace.rect.right - 8, pace.rect.centre[1]))
    page.start()
    assert begun[-1].rules == {"volt_pace": "merciless"}
    assert page.wishes.rules == (("volt_pace", "merciless"),)
    mode = page.choices["mode"].rect
    driver.click((mode.x + 8, mode.centre[1]))
    assert page.wishes.mode != "volt"
    assert "volt_pace" not in page.choices
    assert not page.wishes.rules


@pytest.mark.parametrize("side", few_of(["west", "south", "north", "east"]))
def test_an_arrow_points_where_it_leads_on_the_board(driver: Driver, open_volt: Any, side: str) -> None:
    """CLI-2430: whatever side the operator sits at; the arrow keys go from key to key as they lie."""
    screen = open_volt(side=side)
    panel = screen.panels.asking["program"]
    match, question = screen.session.match, panel.question
    for key, direction in enumerate(COMPASS):
        tile = panel.keys[0, key]
        assert tile.arrow.angle == 45 * (2 * key if key < 4 else 2 * key - 7) - 90
        middle = panel.keys[0, 0].rect.centre[0], panel.keys[0, 1].rect.centre[1]
        x, y = (round(at - of) for at, of in zip(tile.rect.centre, middle, strict=True))
        assert ((x > 0) - (x < 0), (y < 0) - (y > 0)) == DELTAS[key]
        assert direction in panel.tooltip_at(*tile.rect.centre)
        driver.drag(panel.dice[2].rect.centre, tile.rect.centre)
        assert match.checked(question, panel.draft())[0] == f"fire {direction} 1"
    panel.controls.set_focus(panel.keys[0, 0])
    driver.key(arcade.key.RIGHT)
    driver.key(arcade.key.DOWN)
    assert panel.cursor == (0, 1)


def test_all_dice_that_were_taken_back_are_laid_again(driver: Driver, open_volt: Any) -> None:
    """CLI-2431: by the same button, until another question is open."""
    screen = open_volt()
    panel = screen.panels.asking["program"]
    lay(driver, screen, (0, 0, 0), (2, 1, 5), (1, 2, 1))
    before = laid(screen)
    bin_ = panel.controls.named["clear"].rect.centre
    driver.click(bin_)
    assert not any(laid(screen))
    assert "once more" in panel.note.text
    driver.click(bin_)
    assert laid(screen) == before
    driver.click(bin_)
    panel.begin()
    driver.click(bin_)
    assert not any(laid(screen))


def test_the_mouse_and_the_keys_are_told_apart(driver: Driver, open_volt: Any) -> None:
    """CLI-2004: a tooltip names the ways that its reader uses; those of keys on crosses stand in the panel."""
    panel = open_volt().panels.asking["program"]
    panel.controller.put(0, (0, 0))
    for tile in (panel.keys[0, 0], panel.keys[0, 5], panel.dice[0]):
        assert not re.search(r"Space|Tab|Del\b|1–6", tile.tooltip_at(*tile.rect.centre))
        assert not re.search(r"(?i)click|wheel|drag", tile.focus_tooltip())
    assert "Tab" in panel.dice[0].focus_tooltip()
    panel.choose(1)
    assert "Space" not in panel.note.text
    driver.key(arcade.key.UP)  # to the first key
    driver.frame()
    assert "with Space" in panel.note.text
    assert panel.keys[0, 0].focus_tooltip() == "", "it would hide the way of the robot"


def test_a_number_that_is_taken_gets_no_focus(driver: Driver, racing: Any) -> None:
    panel = racing.panels.shown
    lay(driver, racing, (0, 0, 0), (2, 1, 5), (1, 2, 1))
    racing.context.display.robots[1].gauges["start-number"] = 1
    panel.refresh()
    reached = set()
    panel.controls.set_focus(panel.keys[2, 1])
    for key in (arcade.key.RIGHT, *(arcade.key.DOWN,) * 4, *(arcade.key.LEFT,) * 4):
        driver.key(key)
        reached.add(panel.controls.focus)
    assert panel.pillars[0] not in reached
    assert reached & set(panel.pillars[1:])


def test_robots_face_no_direction(driver: Driver, open_volt: Any) -> None:
    """All stand upright and without a nose, wherever their operators sit, while they are put down and afterwards."""
    screen = open_volt(human=False, bots=3)
    screen.playback.speed = "normal"
    angles = set()
    for _ in range(200):
        driver.send("on_update", 1 / 20)
        angles |= {actor.angle for actor in screen.actors.actors if actor.alpha}
    assert {robot.facing for robot in screen.context.display.robots} == {0, 1, 2, 3}
    assert angles == {0}
    nose = Image.open(chassis_file("nose", screen.actors[0].colours.name)).convert("RGBA")
    for image in (screen.actors[0].body.texture.image, screen.context.picture(0, 128).image):
        middle = image.width // 2
        assert image.getpixel((middle, middle // 4)) != nose.resize(image.size).getpixel((middle, middle // 4))


def test_markers_lie_on_their_spaces(app: Any, driver: Driver, open_volt: Any) -> None:
    """The window about a player tells of no locks and rests here."""
    screen = open_volt()
    _sides, markers, _corners = screen.board_pane.overlays
    (number,) = [number for number, count in markers.lying.items() if count]
    assert sum(sprite.visible for sprite in markers.sprites) == 1
    markers.on_event({"type": "volt-marker", "number": number, "cell": (0, 0)})
    assert "2." in markers.tooltip_at(markers.cells[number])
    screen.inform(0)
    text = "\n".join(label.text for label in app.screen_on_top.layer.labels)
    assert "Locked" not in text
    assert "Active" not in text
    screen.context.display.robots[0].gauges["start-number"] = 0
    app.screen_on_top.update(0)
    text = "\n".join(label.text for label in app.screen_on_top.layer.labels)
    assert "Start number: not chosen yet" in text


def test_volt_is_played_without_program_cards(app: Any, driver: Driver, open_volt: Any, catalogue: Catalogue) -> None:
    needed = {plugin.id for plugin in catalogue.resolve(["volt"])}
    assert "program-cards" not in needed
    few = Catalogue({name: plugin for name, plugin in catalogue.plugins.items() if name in needed})
    screen = open_volt(human=False, found=few)
    driver.until(lambda: screen.context.display.turn > 2 or bool(screen.ended))


SHAPES = {"en": r"pips|diamond", "de": r"Augen|Raute", "sv": r"prickar|romb"}
COLOURS = {
    "en": r"(?i)\b(blue|red) (die|dice)",
    "de": r"(?i)\b(blaue|rote)[nr]? Würfel",
    "sv": r"(?i)\b(blå|röd)a? tärning",
}


@pytest.mark.parametrize("language", SHAPES)
def test_a_text_about_dice_of_a_colour_names_their_pips(language: str, speak: Any) -> None:
    """VLT-504, VLT-505: round ones and diamonds, for whoever does not see the colour."""
    speak(language)
    folder = paths.plugin_folder() / "volt"
    ours = [line.removeprefix("msgid ") for line in (folder / "locale" / "de.po").read_text("utf-8").splitlines()]
    texts = [plugin_text(folder, line.strip('"')) for line in ours if line.startswith('"')]
    coloured = [text for text in texts if re.search(COLOURS[language], text)]
    assert len(coloured) >= 6
    assert [text for text in coloured if not re.search(SHAPES[language], text)] == []
