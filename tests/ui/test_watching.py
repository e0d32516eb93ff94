"""Names on the board and commentary in every match, as the settings say (CLI-2101, CLI-2102)."""

from typing import Any

import msgspec

from roborally.features.lessons.window.lesson_run import TutorialCoordinator
from roborally.ui.match.watching.commentary import LOSS, Comment
from roborally.ui.toolkit.theme import Rect

from .conftest import Driver, play_to_the_end


def choose(app: Any, **settings: bool) -> None:
    app.settings = msgspec.structs.replace(app.settings, **settings)


def test_names_come_and_go_with_the_setting(app: Any, driver: Driver, open_match: Any, new_game: Any) -> None:
    """CLI-2101: and none covers a sentence over the board."""
    screen = open_match(new_game(), speed="skip")
    assert not screen.watching.names
    choose(app, name_tags=True)
    driver.frame(2)
    shown = {label.text: plate for _index, label, plate in screen.watching.names.tags if plate.visible}
    assert set(shown) == {"Ada", "Bot 1", "Bot 2"}
    before, bubble = shown["Ada"].position, screen.board_pane.ghost.bubble
    bubble.text, bubble.spot = "falls into a pit", Rect(before[0] - 40, before[1] - 10, 80, 20)
    screen.watching.draw([])
    assert not shown["Ada"].visible or shown["Ada"].position != before
    bubble.text, screen.board_pane.losses.names = "", {(0, 0): bubble}
    screen.watching.draw([])
    assert shown["Ada"].position == before
    bubble.text = "Bot 3"
    screen.watching.draw([])
    assert not shown["Ada"].visible or shown["Ada"].position != before, "nor the name of a lost robot"
    choose(app, name_tags=False)
    driver.frame(2)
    assert screen.watching.names is None


def test_the_board_makes_room_for_the_commentary(app: Any, driver: Driver, open_match: Any, new_game: Any) -> None:
    """CLI-2102."""
    screen = open_match(new_game(), speed="skip")
    whole = screen.board.rect
    choose(app, commentary=True)
    driver.frame(2)
    assert screen.watching.spoken.box.text == "Turn 1"
    strip = screen.arrangement.strip
    assert strip.height > 0
    assert screen.board.rect == screen.board_area
    assert screen.board.rect.y == strip.top
    choose(app, commentary=False)
    driver.frame(2)
    assert screen.watching.spoken is None
    assert screen.board.rect == whole


def test_a_remark_takes_the_place_of_the_banner(app: Any, open_match: Any, new_game: Any) -> None:
    """CLI-2102."""
    screen = open_match(new_game(), speed="normal")
    lost = {"type": "destroy", "beat": 900, "piece": 1, "cell": (0, 0), "by": (0,), "cause": "pit"}
    choose(app, commentary=True)
    screen.update(1 / 20)
    screen.on_event_in_order(lost)
    screen.update(1 / 20)
    assert screen.watching.spoken.box.text.endswith("Credit goes to Ada.")
    assert "Bot 1" in screen.watching.spoken.box.text
    assert not screen.notices.announces
    choose(app, commentary=False)
    screen.update(1 / 20)
    screen.on_event_in_order({**lost, "beat": 901, "piece": 2})
    assert screen.notices.announces
    screen.on_event_in_order({"type": "reveal", "beat": 902, "register": 2})
    assert not screen.notices.announces, "the title of the next register is seen"


def test_a_match_of_bots_is_told_to_its_end(app: Any, driver: Driver, open_match: Any, new_game: Any) -> None:
    """CLI-2102."""
    choose(app, commentary=True, name_tags=True)
    screen = open_match(new_game(people=0, bots=2), speed="skip")
    play_to_the_end(driver, screen)
    assert screen.panels.shown is screen.panels.moving
    assert screen.watching.spoken.box.text


def test_lessons_keep_their_strip(app: Any, driver: Driver, catalogue: Any) -> None:
    """CLI-2102: the strip below the board is for the guidance there."""
    choose(app, commentary=True, name_tags=True)
    tutorial = TutorialCoordinator(app, catalogue, lambda: None, lambda edition: None, speed="skip", check=True)
    tutorial.begin(tutorial.lessons[0])
    driver.frame(2)
    screen = app.screen_on_top
    assert screen.watching.spoken is None
    assert screen.watching.names is not None
    assert screen.guide.text.text == tutorial.lessons[0].guidance.steps[0].text


def test_a_remark_without_room_leaves_out_its_last_sentences(
    app: Any, driver: Driver, open_match: Any, new_game: Any, look: Any
) -> None:
    """CLI-2102: below a narrow board with large texts."""
    look(1280, 800, 200)
    choose(app, commentary=True)
    screen = open_match(new_game())
    driver.frame(2)
    box = screen.watching.spoken.box
    for text, seen in (
        ("Bolt is crushed in a press. Credit goes to Ada and Bob. Cog takes the lead.", "Bolt is crushed in a press."),
        (f"A remark of {'very ' * 40}many words.", "A remark"),
    ):
        box.show(Comment(text, 0, LOSS))
        label = box.written
        assert label.text.startswith(seen)
        assert "lead" not in label.text
        assert label.shown_size[1] <= screen.arrangement.strip.height
