"""Matches of Crash and Burn and of Auenland in the window."""

from typing import Any

import pytest

from roborally.core.data import Decision
from roborally.plugin_system.loader import Catalogue
from roborally.ui.match.panel.equipment import Equipment
from roborally.ui.match.questions import questions
from roborally.ui.toolkit.controls.widgets import Button
from tests.sweeps import few_of

from .conftest import GRIDS, Driver, answer_default


@pytest.mark.parametrize("mode", few_of(GRIDS))
def test_a_match_to_its_end(app: Any, driver: Driver, open_mode: Any, mode: str) -> None:
    screen = open_mode(mode)
    for number in range(6000):
        screen.update(1 / 20)
        answer_default(app, driver, screen)
        if number % 40 == 0:
            driver.frame()
        if screen.ended:
            break
    assert screen.session.over
    assert screen.ended


def test_several_cards_are_chosen_at_once(app: Any, driver: Driver, open_mode: Any, catalogue: Catalogue) -> None:
    screen = open_mode("crash-and-burn")
    driver.until(lambda: screen.question_controller.asked is not None)
    while screen.question_controller.asked["kind"] != "program":
        answer_default(app, driver, screen)
        driver.until(lambda: screen.question_controller.asked is not None)
    asked: Decision = screen.question_controller.asked
    question: Decision = {**asked, "kind": "recompile", "default": (), "choices": None}
    answers: list[Any] = []
    dialog = questions.ask(screen.question_controller.foreground, screen.context, question, answers.append)
    app.push(dialog)
    driver.frame()
    hand = screen.session.observe(0).data["ext"]["program-cards"]["hands"][0]
    buttons = [widget for widget in dialog.controls.widgets if isinstance(widget, Button)]
    assert len(buttons) == len(hand) + 1
    assert buttons[-1].text == "No card"
    assert buttons[-1].rect.y < buttons[-2].rect.y
    for number in (0, 1, 2, 1):
        driver.click(buttons[number].rect.centre)
    assert buttons[-1].text == "These cards: 2"
    assert [button.selected for button in buttons[:3]] == [True, False, True]
    driver.click(buttons[-1].rect.centre)
    assert answers == [(hand[0], hand[2])]

    options = catalogue.get("option-cards").manifest.option
    strips = ("damage", *[f"strip {card}" for card in options])
    question = {**question, "kind": "fire-control", "default": "damage", "choices": strips, "info": {"target": 1}}
    many = questions.ask(screen.question_controller.foreground, screen.context, question, answers.append)
    assert all(
        button.rect.y >= 0 and button.rect.top <= screen.arrangement.room.top for button in many.controls.widgets
    )
    assert screen.context.words.choice("give-back", "turret") == "Turret"
    assert screen.context.words.choice("flywheel", "move1@440") == "Move 1 (440)"
    app.pop()


def test_option_cards_lie_before_their_owners(app: Any, driver: Driver, open_mode: Any) -> None:
    screen = open_mode("crash-and-burn")
    held = screen.session.observe(0).data["ext"]["option-cards"]["held"]
    assert all(len(cards) == 3 for cards in held)
    for panel in (screen.panels.asking["program"], screen.panels.moving):
        rows = [widget for widget in panel.controls.widgets if isinstance(widget, Equipment)]
        assert sorted(row.index for row in rows) == [0, 1, 2]
        for row in rows:
            assert row.shown == list(held[row.index])
            x = (row.rect.right - 3 * row.pitch if row.from_right else row.rect.x) + 4  # the first one is at the left
            title = screen.context.words.option_title(held[row.index][0])
            assert panel.tooltip_at(x, row.rect.centre[1]).startswith(f"{title}: ")

    display = screen.context.display
    display.apply({"type": "option-returned", "beat": 1, "piece": 0, "card": held[0][0]})
    display.apply({"type": "option-drawn", "beat": 1, "piece": 1, "card": held[0][0]})
    screen.panels.moving.refresh()
    shown = {row.index: row.shown for row in screen.panels.moving.equipment}
    assert shown[0] == list(held[0][1:])
    assert shown[1] == [*held[1], held[0][0]]


def test_doors_flames_and_portals_are_shown(app: Any, driver: Driver, open_mode: Any) -> None:
    screen = open_mode("crash-and-burn")
    screen.flow.check = False
    gates = screen.session.game.floor.board.gates
    screen.context.display.apply({"type": "gates", "beat": 1, "shut": gates[:1]})
    driver.frame()
    shown = {gate: (door.shut.visible, door.open.visible) for gate, door in screen.board.art.doors.items()}
    assert shown == {gate: (gate == gates[0], gate != gates[0]) for gate in gates}

    flame = screen.board.art.flames[6, 3]
    for event in ({"type": "flames", "cells": ((6, 3),)}, {"type": "place", "piece": 0, "how": "portal"}):
        event = {"beat": 1, "cell": (6, 5), "facing": 0, **event}
        acts = screen.board_pane.animator.play([event], [])
        for progress in (0.25, 0.75):
            acts[0].show(progress)
        assert flame.sprite.visible == (event["type"] == "flames")
        acts[0].show(1)
        assert not flame.sprite.visible
    assert screen.actors[0].size == 1


def test_virtual_robots_are_half_transparent(app: Any, driver: Driver, open_mode: Any) -> None:
    screen = open_mode("auenland")
    actor = screen.actors[0]
    assert actor.halo.visible
    assert actor.body.alpha < 200
    screen.context.display.apply({"type": "real", "beat": 1, "piece": 0})
    screen.actors.settle(0)
    assert not actor.halo.visible
    assert actor.body.alpha == 255


@pytest.mark.parametrize("mode", few_of([*GRIDS][::-1]))
def test_some_turns_with_everything_shown(app: Any, driver: Driver, open_mode: Any, mode: str) -> None:
    screen = open_mode(mode, speed="fast")
    for number in range(2500):
        screen.update(1 / 8)
        answer_default(app, driver, screen)
        if number % 60 == 0:
            driver.frame()
        if screen.ended or screen.context.display.turn > 2:
            return
