"""A drawn option card is shown large with its text, and the log tells it (CNB-1204)."""

from typing import Any

from roborally.ui.match.on_board.shown_cards import SHORT_TIME, TIME

from .conftest import Driver

TEXT = "Move 1 may become a stop."


def draw(screen: Any, piece: int, card: str) -> None:
    screen.on_event_in_order({"type": "option-drawn", "piece": piece, "card": card, "beat": 1})


def texts(screen: Any) -> list[str]:
    return [label.text for label in screen.cards.layer.labels]


def test_a_drawn_card_is_shown_for_a_while_and_told_in_the_log(open_mode: Any, driver: Driver) -> None:
    """CNB-1204: title, owner and text, large over the board; then it goes."""
    screen = open_mode("crash-and-burn", options=0)
    driver.frame(2)
    draw(screen, 1, "brakes")
    assert texts(screen) == ["Bot 1 has drawn", "Brakes", TEXT]
    assert list(screen.context.log)[-1] == f"Bot 1 draws Brakes. {TEXT}"
    driver.frame(3)
    inside = screen.cards.rect
    assert screen.board_area.holds(inside.x, inside.y)
    assert all(label.y <= inside.top for label in screen.cards.layer.labels)
    screen.cards.update(TIME - 0.5)
    assert texts(screen)
    screen.cards.update(0.6)
    assert texts(screen) == []


def test_several_cards_follow_each_other_and_a_click_closes_one(open_mode: Any, driver: Driver) -> None:
    screen = open_mode("crash-and-burn", options=0)
    driver.frame(2)
    assert not screen.question_controller.dialog  # it would take the clicks
    for piece, card in enumerate(("brakes", "shield", "turret")):
        draw(screen, piece, card)
    assert texts(screen)[1] == "Brakes"
    screen.cards.update(SHORT_TIME + 0.1)
    assert texts(screen)[1] == "Shield"
    driver.click(screen.cards.rect.centre)
    assert texts(screen)[1] == "Turret"
    driver.click(screen.cards.rect.centre)
    assert texts(screen) == []
    draw(screen, 0, "no-such-card")
    assert texts(screen) == []
