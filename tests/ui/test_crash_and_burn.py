"""What the window shows of the things that only Crash and Burn has: options at work, robots outside, registers."""

from itertools import pairwise
from typing import Any

import pytest

from roborally.core.data import Decision
from roborally.narration.chronicle import Chronicle, topic
from roborally.narration.words import Words
from roborally.plugin_system.loader import Catalogue
from roborally.ui.board.board_art import CELL
from roborally.ui.match.panel.equipment import picture
from roborally.ui.match.questions import questions
from roborally.ui.toolkit import pictures
from roborally.ui.toolkit.controls.widgets import Button
from tests.shipped import drawn
from tests.slots import put_in
from tests.sweeps import few_of

from .conftest import Driver, answer_default
from .test_repair_sites import tooltip


def to_question(driver: Driver, screen: Any, kind: str) -> None:
    """Answer everything as Enter does until a question of a kind is asked."""
    for _ in range(4000):
        driver.send("on_update", 1 / 2)
        if screen.question_controller.asked is not None and screen.question_controller.asked["kind"] == kind:
            return
        answer_default(screen.app, driver, screen)
    raise AssertionError(f"nobody asked {kind}")


@pytest.mark.parametrize("players", few_of([8, 2, 5]))
def test_rows_with_option_cards_do_not_overlap(app: Any, driver: Driver, open_mode: Any, players: int) -> None:
    screen = open_mode("crash-and-burn", bots=players - 1)
    panel = screen.panels.moving
    rows = list(panel.rows.values())
    assert len(rows) == players
    for upper, lower in pairwise(rows):
        assert lower.rect.top < upper.rect.y
    for row, cards in zip(rows, panel.equipment, strict=True):
        assert row.rect.y <= cards.rect.y
        assert cards.rect.top < row.state.outside.y
        width, height = row.size
        assert cards.rect.right <= row.columns[0] - width / 2
        assert row.columns[1] - row.columns[0] >= width
        last = row.state.numbers[-1].label
        assert last.text
        assert last.x + last.shown_size[0] <= row.columns[0] - width / 2 - 2, "clear of the frame around a column"
        assert height <= row.rect.height
        assert row.columns[-1] + width / 2 <= row.rect.right
        assert cards.rect.x <= cards.sprites[0].left
        assert cards.sprites[2].right <= cards.rect.right
    assert len(panel.log.lines) >= 4, "and the log has room for more than the last line"


def test_who_has_not_entered_waits_outside(app: Any, driver: Driver, open_mode: Any) -> None:
    screen = open_mode("crash-and-burn", bots=2)
    to_question(driver, screen, "program")
    assert all(robot.waiting for robot in screen.context.display.robots)
    assert "Waits outside the board" in screen.context.status(1)
    fellow, row = screen.panels.asking["program"].fellows[0].state, screen.panels.moving.rows[1].state
    assert (fellow.outside.text, fellow.outside.visible) == ("waits outside", True)
    assert not any(number.label.visible or number.symbol.visible for number in row.numbers)

    answer_default(app, driver, screen)
    while screen.context.display.turn < 2:
        driver.frame(seconds=1)
        answer_default(app, driver, screen)
    assert "outside" not in screen.context.status(1)
    screen.panels.moving.refresh()
    assert not row.outside.visible
    assert all(number.label.visible and number.symbol.visible for number in row.numbers)


def test_events_of_options_are_seen_beside_the_robot(app: Any, driver: Driver, open_mode: Any) -> None:
    """Whatever happens in some turns of a real match and has an act in a manifest is seen, and told in words.

    Another card in the deck changes what a seed deals, so matches follow each other until all has been seen.
    """
    missing = {"exchange", "option-returned", "option-used", "lock", "checkpoint"}
    for seed in range(3, 9):
        missing -= seen_in(app, driver, open_mode("crash-and-burn", seed=seed, bots=5, speed="fast"))
        if not missing:
            return
    raise AssertionError(f"nothing of this is seen: {missing}")


def seen_in(app: Any, driver: Driver, screen: Any) -> set[str]:
    """Return the topics of the events that are seen in the first turns of a match."""
    text = {type_ for plugin in screen.context.plugins for type_ in plugin.manifest.act}
    assert {"option-drawn", "option-returned", "option-used", "exchange", "redeal", "lock", "unlock"} <= text
    seen: set[str] = set()
    play = screen.board_pane.animator.play

    def watch(beat: Any, *around: Any, **more: Any) -> Any:
        acts = play(beat, *around, **more)
        for event in beat:
            if topic(event) in text and not screen.context.display.robots[event["piece"]].waiting:
                assert acts, event
                assert screen.context.chronicle.line(event), event
                seen.add(topic(event))
        return acts

    screen.board_pane.animator.play = watch
    for _ in range(3000):
        screen.update(1)
        answer_default(app, driver, screen)
        if screen.ended or screen.context.display.turn > 5:
            break
    return seen


def test_a_mark_beside_a_robot(app: Any, driver: Driver, open_mode: Any) -> None:
    screen = open_mode("crash-and-burn")
    screen.flow.check = False
    for index, cell in ((0, (3, 3)), (1, (6, 5))):
        screen.context.display.apply({"type": "place", "beat": 1, "piece": index, "cell": cell, "facing": 0})
    used = {"type": "option-used", "beat": 1, "piece": 0, "card": "tractor-beam", "target": 1}
    acts = screen.board_pane.animator.play([used, {**used, "type": "option-returned"}], [])
    effects = screen.board_pane.effects
    assert not any(sprite.scale_x for sprite in effects.symbols)
    for act in acts:
        act.show(0.5)
    shown = [sprite for sprite in effects.symbols if sprite.scale_x]
    assert len(shown) == 4, "the card, a ring around either robot, and the card that goes"
    assert acts[-1].start > acts[0].start, "two marks beside one robot come one after the other"
    assert shown[0].texture is picture(screen.context, "tractor-beam", 64)
    assert any(sprite.scale_x for sprite in effects.beams)
    for act in acts:
        act.show(1)
    assert not any(sprite.scale_x for sprite in (*effects.symbols, *effects.beams))


def test_marks_on_option_cards(app: Any, driver: Driver, open_mode: Any) -> None:
    screen = open_mode("crash-and-burn")
    driver.until(lambda: screen.question_controller.asked is not None)
    context = screen.context
    observation = screen.session.observe(0)
    slot = observation.data["ext"]["option-cards"]
    cards = ["ablative-coat", "mini-howitzer", "shield", "abort-switch", "brakes"]
    context.display.robots[0].options = cards
    slot["markers"] = {"0:ablative-coat": 2}
    slot["shield"] = ("right", "none", "none")
    slot["aborting"] = (False,) * 3
    context.display.read_marks(observation)
    row = next(entry for entry in screen.panels.moving.equipment if entry.index == 0)
    row.refresh()
    badges = [row.badges.get(number) for number in range(5)]
    assert [badge.number.text if badge and badge.number else "" for badge in badges] == ["2", "5", "", "", ""]
    assert [bool(badge and badge.arrow.visible) for badge in badges] == [False, False, True, False, False]
    assert badges[2].arrow.angle == 0, "the arrow's picture points to the right"
    assert [bool(badge and badge.disc.visible) for badge in badges] == [True, True, True, False, False]
    tips = [row.tooltip_at(row.rect.x + (number + 0.5) * row.pitch, row.rect.centre[1]) for number in range(4)]
    assert tips[0].endswith("\nPoints taken up: 2 of 3.")
    assert tips[1].endswith("\nShots left: 5.")
    assert tips[2].endswith("\nSide in this register: Right.")
    assert "\n" not in tips[3]
    put_in(slot, "aborting", 0, True)
    context.display.read_marks(observation)
    row.refresh()
    assert row.badges[3].dot.visible
    context.display.apply({"type": "option-marked", "beat": 1, "piece": 0, "card": "mini-howitzer", "mark": 4})
    row.refresh()
    assert row.badges[1].number.text == "4", "while the animation runs, too"


def test_registers_are_written_on_the_tiles_and_doors_swing(app: Any, driver: Driver, open_mode: Any) -> None:
    screen = open_mode("crash-and-burn")
    art = screen.board.art
    plates = {sprite.texture: sprite for sprite in art.edges}
    assert {"1  3  5", "2  4"} <= {
        name for name in ("1  3  5", "2  4", "1") if pictures.plate(name, art.side) in plates
    }
    assert all(plates[pictures.plate(name, art.side)].height < CELL / 2 for name in ("1  3  5", "2  4"))
    active = {registers: sprite for sprite, registers in art.active}
    for register, lit in ((0, set()), (1, {(1, 3, 5)}), (2, {(2, 4)})):
        screen.board.light(register)
        assert {registers for registers, sprite in active.items() if sprite.visible} == lit
    angle = art.swirls[0].angle
    screen.board.update(0.5)
    assert art.swirls[0].angle != angle
    gate = screen.session.game.floor.board.gates[0]
    door = art.doors[gate]
    (act,) = screen.board_pane.animator.play([{"type": "gates", "beat": 1, "shut": (gate,)}], [])
    shown = []
    for progress in (0.0, 0.5, 1.0):
        act.show(progress)
        shown.append((door.shut.visible, door.open.visible))
    assert shown == [(False, True), (True, True), (True, False)]


WORDS = {
    ("scrambler", 3): "Register 3",
    ("fourth-gear", 4): "4 spaces",
    ("reverse-gears", 1): "1 space",
    ("weapon", "scrambler"): "Scrambler",
    ("weapon", "main-laser"): "Main laser",
    ("give-back", "flywheel"): "Flywheel",
    ("flywheel", "none"): "None",
    ("flywheel", "right@80"): "Rotate Right (80)",
    ("flywheel", "right"): "Rotate Right",
    ("turret", "right"): "Right",
    ("fire-control", "strip power-down-shield"): "Remove Power-Down Shield",
    ("fire-control", "lock 2"): "1 damage and lock register 2",
    ("radio-control", "Bo-b lee"): "Bo-b lee",
    ("repair", "option"): "Option card",
    ("repair", "repair"): "Repair",
    ("free-register", 5): "Register 5",
    ("respawn-facing", "north"): "North",
    ("abort-switch", "yes"): "Yes",
}


def test_answers_in_words(catalogue: Catalogue, speak: Any) -> None:
    words = Words(catalogue.resolve(["crash-and-burn"]))
    assert {key: words.choice(*key) for key in WORDS} == WORDS
    speak("sv")
    assert words.choice("fire-control", "strip brakes") == "Ta bort Bromsar"
    assert words.choice("scrambler", 3) == "Register 3"


def test_long_captions_are_not_cut_off(app: Any, driver: Driver, open_mode: Any) -> None:
    screen = open_mode("crash-and-burn")
    driver.until(lambda: screen.question_controller.asked is not None)
    cards = ("turret", "gyroscopic-stabilizer", "superior-archive-copy")
    asked: Decision = screen.question_controller.asked
    for kind, choices in (("give-back", cards[1:]), ("fire-control", ("damage", *[f"strip {card}" for card in cards]))):
        about = {"kind": kind, "default": choices[0], "choices": choices, "info": {"target": 1}}
        question: Decision = {**asked, **about}  # type: ignore[typeddict-item]
        dialog = questions.ask(screen.question_controller.foreground, screen.context, question, lambda answer: None)
        for button in dialog.controls.widgets:
            assert isinstance(button, Button)
            assert button.label is not None
            assert not button.label.is_shortened
        assert "returns without damage" in dialog.controls.widgets[-1].tooltip
        if kind == "give-back":  # not more cards than a robot may have
            assert questions.topic_of(screen.context, question).title == "Destroyed: give up one option card"
            assert screen.rules.now(question, moving=False) == "CNB-1206"


def test_long_sentences_of_the_log_take_several_lines_and_grow_where_they_stand(open_mode: Any) -> None:
    log = open_mode("crash-and-burn", bots=7).panels.moving.log
    sentence = "The respawn point of somebody with a long name: column 12, row 11, and it is seen there."
    for line in ("Register 2", sentence):
        log.write(line)
    log.refresh()
    shown = [label for label in log.lines if label.text]
    assert len(shown) >= 3
    read = " ".join(label.text.strip() for label in reversed(shown)).replace("\N{NO-BREAK SPACE}", " ")
    assert read.endswith(f"Register 2 {sentence}")
    assert not any(label.is_shortened for label in shown)
    for line in ("Register 2", "Dot pushes Rusty 1 space.", "Dot pushes Cog 1 space."):
        log.write(line)
    log.refresh()
    numbers = list(log.numbers)[:3]
    log.replace(2, "Dot pushes Rusty 2 spaces.")
    log.refresh()
    assert list(log.numbers)[:3] == numbers
    log.write("Turn")
    log.replace(1, "Turn 2")
    log.replace(1000, "Out of sight.")
    log.refresh()
    lines = [label.text for label in log.lines][:4]
    assert lines == ["Turn 2", "Dot pushes Cog 1 space.", "Dot pushes Rusty 2 spaces.", "Register 2"]


def test_options_are_told_by_their_titles(catalogue: Catalogue, speak: Any) -> None:
    chronicle = Chronicle(["Ada", "Bo"], catalogue.resolve(["crash-and-burn"]))
    answer = {"type": "answer", "beat": 1, "piece": 1, "kind": "brakes"}
    assert chronicle.line({**answer, "answer": "stop"}) == "Bo uses Brakes and stops."
    assert not chronicle.line({**answer, "answer": "move"})
    assert not chronicle.line(answer), "a secret answer"
    drawn = {"type": "option-drawn", "beat": 1, "piece": 0, "card": "double-barreled-laser"}
    assert chronicle.line(drawn) == "Ada draws Double-Barreled Laser. The main laser deals 2 damage."
    speak("de")
    text = chronicle.line({**drawn, "card": "mini-howitzer"})
    assert text.startswith("Ada zieht Turbo-Blaster. Fünf Schüsse: 1 Schaden")


def test_a_program_that_the_rules_refuse_is_told_while_it_is_laid(app: Any, driver: Driver, open_mode: Any) -> None:
    """CNB-502: not only after Confirm, and only as long as the card lies there."""
    screen = open_mode("crash-and-burn", bots=1)
    to_question(driver, screen, "program")
    panel = screen.panels.asking["program"]
    turning = [tile for tile in panel.commands if tile.enabled and tile.command in ("left", "right", "u-turn")]
    driver.frame(12, 1 / 20)
    driver.click(turning[0].rect.centre)
    driver.frame()
    assert "Register 1 needs a movement card" in panel.objection.text
    assert not panel.title.visible
    box = panel.objection.box
    assert box.top <= panel.rect.top
    assert box.y >= panel.rect.top - 52, "it covers neither clock nor players"
    for tile in panel.commands:
        for _card in range(4):
            if tile.enabled and not panel.complete():
                driver.click(tile.rect.centre)
    assert panel.complete()
    assert not panel.confirm.enabled
    driver.click(panel.slots[0].rect.centre)
    assert not panel.objection.text
    assert panel.title.visible


def test_the_tooltip_of_a_robot_has_the_registers_of_a_door_that_it_hides(
    catalogue: Catalogue, open_match: Any, new_game: Any
) -> None:
    """CNB-706, CLI-104."""
    grid = " d1>+door>24 . c1\n d2> . .\n"
    screen = open_match(new_game(bots=1, course=drawn(grid, catalogue), plugins=("swing-doors",)))
    text = tooltip(screen, (0, 0))
    assert text.startswith("Ada")
    assert "Swing door: open in registers 2 and 4, a wall in all others." in text
