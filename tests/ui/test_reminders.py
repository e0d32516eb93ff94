"""A question covers neither the own program nor what has just happened; where it is too high it shows them itself."""

from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from roborally.ui.match.arrangement import last_column
from roborally.ui.match.questions import questions
from roborally.ui.match.questions.reminders import reminders

from .conftest import Driver


def reminded(screen: Any) -> Any:
    """Return what a question to the owner of the first robot must not cover."""
    return reminders(screen.context, screen.panels.moving, 0, last_column(screen.arrangement.room))


def dialog_of(screen: Any, choices: tuple[str, ...]) -> Any:
    """Return a dialog with these choices for the first robot."""
    question: Any = {"id": "x-1", "seat": 0, "piece": 0, "kind": "shield", "default": choices[0], "optional": False}
    question["choices"] = choices
    front, kept = screen.question_controller.foreground, reminded(screen)
    return questions.ask(front, screen.context, question, lambda answer: None, reminders=kept)


@pytest.mark.parametrize("bots", [1, 7])
def test_the_own_program_and_the_latest_lines_stay_in_sight(
    app: Any, driver: Driver, open_mode: Any, bots: int
) -> None:
    """CLI-2024: beside a low dialog, and within a high one."""
    screen = open_mode("crash-and-burn", bots=bots)
    screen.context.display.robots[0].slots = ["move1@490", "left@70", "move2@670", "", ""]
    screen.on_event_in_order({"type": "lock", "beat": 1, "piece": 1, "register": 1})
    screen.on_event_in_order({"type": "option-drawn", "beat": 1, "piece": 0, "card": "power-down-shield"})
    panel = screen.panels.moving
    for count in (2, 3, 5, 9, 12):
        dialog = dialog_of(screen, tuple(f"a rather long answer, number {number}" for number in range(count)))
        assert dialog.area.top <= panel.rect.top
        text = [label.text for label in dialog.layer.labels]
        covers_log = dialog.area.top > panel.log.rect.top - 3 * 18
        newest = screen.context.log[-1]
        assert newest in text or not covers_log
        assert not any(label.is_shortened for label in dialog.layer.labels), "a long line is whole"
        faces = [sprite for sprite in dialog.layer.sprites if 36 < sprite.height < 40]
        covers_row = dialog.area.top > panel.rows[0].rect.y
        assert len(faces) >= 5 or not covers_row
        assert covers_log or bots == 1, "this test looks at high dialogs, too"
        lowest = min(widget.rect.y for widget in dialog.controls.widgets)
        assert lowest >= dialog.area.y


def test_a_program_beside_a_dialog_is_not_repeated_in_it(app: Any, driver: Driver, open_mode: Any) -> None:
    """CLI-2334: where the panel has two columns, the programs are in the other one."""
    screen = open_mode("crash-and-burn", bots=1)
    screen.context.display.robots[0].slots = ["move1@490", "left@70", "move2@670", "", ""]
    kept = reminded(screen)
    app.adapt_to(2560, 1080)
    driver.frame(20, 1 / 20)
    screen.context.display.robots[0].slots = ["move1@490", "left@70", "move2@670", "", ""]
    assert len(reminded(screen)) == len(kept) - 1


def test_a_dialog_leaves_the_title_free_or_covers_it(open_mode: Any) -> None:
    """CLI-2334."""
    screen = open_mode("crash-and-burn", bots=1)
    room = screen.arrangement.room
    for count, height in product((2, 4, 7, 9), range(200, 720, 40)):
        over = room._replace(height=height)
        screen.arrangement = replace(screen.arrangement, room=over)
        dialog = dialog_of(screen, tuple(f"a rather long answer, number {n}" for n in range(count)))
        free = over.top - dialog.area.top
        assert free >= 34 or free <= 8.5 or dialog.area.height > over.height - 16


def test_the_log_above_a_dialog_ends_with_the_latest_line(app: Any, driver: Driver, open_mode: Any) -> None:
    """CLI-2024, CLI-2021: also for who had scrolled back."""
    screen = open_mode("crash-and-burn", bots=1)
    log = screen.panels.moving.log
    for number in range(40):
        log.write(f"Line {number}.")
    log.refresh()
    log.scroll(5)
    log.keep_above(log.rect.y + 60)
    log.refresh()
    assert log.lines[0].text == "Line 39."
    assert log.lines[0].box.y > log.rect.y + 60


def test_a_prompt_for_a_click_on_the_board_tells_what_it_covers(app: Any, driver: Driver, open_mode: Any) -> None:
    """CLI-2024: in a match of eight there is no room for the log above it."""
    screen = open_mode("crash-and-burn", bots=7)
    for number in range(3):
        screen.on_event_in_order({"type": "lock", "beat": 1, "piece": 1, "register": number + 1})
    question: Any = {"id": "x-1", "seat": 0, "piece": 0, "kind": "respawn-cell", "default": (1, 1)}
    question["choices"] = ((1, 1),)
    kept = reminded(screen)
    area = screen.notices.ask(screen.context, question, kept)
    assert area.top > screen.panels.moving.log.rect.top - 3 * 18
    assert screen.context.log[-1] in [label.text for label in screen.notices.prompt.labels]
