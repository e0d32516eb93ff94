"""Teams and sides on the page of a quick match."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from roborally.features.lobby.window.seat_chips import SIDES
from roborally.plugin_system.loader import Catalogue
from tests.ui.conftest import Driver

pytestmark = pytest.mark.window


@pytest.fixture
def open_page(app: Any, driver: Driver, catalogue: Catalogue) -> Any:
    from roborally.features.lobby.quick_choices import QuickMatchChoices
    from roborally.features.lobby.window.quick_match import QuickMatchPage

    def make(mode: str, course: str, bots: int = 3, name: str = "Player") -> Any:
        begun: list[Any] = []
        wishes = replace(QuickMatchChoices(), mode=mode, course=course, name=name, bots=bots, bot="random")
        page = QuickMatchPage(app, catalogue, ["random"], wishes, lambda wishes, config: begun.append(config))
        page.begun = begun  # type: ignore[attr-defined]
        app.push(page)
        driver.frame()
        return page

    return make


def test_seats_choose_their_teams(driver: Driver, open_page: Any) -> None:
    page = open_page("roboball", "kick-off")
    assert page.wishes.seats == (1, 2, 1, 2)
    assert [count for count, _text in page.choices["bots"].options] == [1, 2, 3, 5, 7], "teams are equal"
    assert [text for _count, text in page.choices["bots"].options][1:3] == ["2 (teams: 3 × 1)", "3 (teams: 2 × 2)"]
    assert [robot["team"] for robot in page.preview.robots] == [1, 2], "the picture shows where they start"
    driver.click(page.chips[1].rect.centre)
    driver.click(page.chips[2].rect.centre)
    assert page.wishes.seats == (1, 3, 2, 2)
    assert not page.preview.robots, "these teams cannot play"
    for _ in range(2):  # four homes, then the first again
        driver.click(page.chips[1].rect.centre)
    assert page.wishes.seats == (1, 1, 2, 2)
    page.start()
    assert [seat.team for seat in page.begun[0].seats] == [1, 1, 2, 2]


def test_another_mode_begins_on_a_course_with_room_for_all(driver: Driver, open_page: Any) -> None:
    page = open_page("standard", "first-steps")

    def turn_to(mode: str) -> None:
        while page.wishes.mode != mode:
            spot = page.choices["mode"].rect
            driver.click((spot.right - 10, spot.centre[1]))

    turn_to("volt")
    assert page.wishes.bots == 3
    assert page.course.players[1] >= 4
    assert page.note.text == ""
    turn_to("classic")
    assert page.course.id == "first-steps"
    turn_to("volt")
    page.list.choose(0)
    assert page.course.id == "duel-bridge"
    turn_to("standard")
    assert page.course.id == "first-steps"


def test_the_number_of_players_fits_the_arena(driver: Driver, open_page: Any) -> None:
    page = open_page("volt", "duel-bridge")
    assert page.wishes.bots == 1
    assert page.choices["bots"].options == [(1, "1")]
    driver.click(page.chips[0].rect.centre)
    page.start()
    assert [seat.side for seat in page.begun[0].seats] == ["south", ""]


def test_other_modes_show_nothing_of_it(open_page: Any) -> None:
    page = open_page("standard", "first-steps")
    assert page.chips == []
    page.start()
    assert [seat.team for seat in page.begun[0].seats] == [0] * 4


@pytest.mark.parametrize("language", ["en", "de", "sv"])
def test_what_a_seat_has_chosen_is_shown_whole(open_page: Any, speak: Callable[[str], None], language: str) -> None:
    speak(language)
    page = open_page("volt", "short-circuit")
    for chip in page.chips:
        for side in SIDES:
            chip.show(side)
            assert not chip.label.is_shortened


def test_the_style_of_the_bots_is_explained(driver: Driver, open_page: Any) -> None:
    page = open_page("standard", "first-steps")
    assert page.choices["bot"].tooltip.startswith("Random (beginner): does")
    assert page.style.text == page.choices["bot"].tooltip
    page.choices["bot"].show([("greedy", "Greedy"), ("random", "Random")], "random")
    driver.click(page.choices["bot"].rect.centre)
    assert page.choices["bot"].tooltip.startswith("Greedy (easy): takes")
    assert page.style.text == page.choices["bot"].tooltip


def test_a_long_explanation_of_a_style_is_cut_and_told_whole(
    driver: Driver, open_page: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from roborally.features.lobby.window import quick_match

    text = "plays as nobody has ever played before " * 6
    monkeypatch.setattr(quick_match, "bot_description", lambda name, catalogue: text)
    page = open_page("standard", "first-steps")
    assert page.style.shown.endswith("…")
    assert text.startswith(page.style.shown.removesuffix(" …"))
    assert page.style.y - page.style.shown_size[1] >= page.choices["timer"].rect.top
    assert page.choices["bot"].tooltip == text


def test_what_is_shortened_is_told_whole(driver: Driver, app: Any, open_page: Any) -> None:
    page = open_page("roboball", "kick-off")
    assert page.tooltip_at(*page.chips[0].rect.centre) == "Choose the next team"
    page = open_page("roboball", "kick-off", name="Maximiliane von Hohenstein")
    text = page.tooltip_at(*page.chips[0].rect.centre)
    assert text.splitlines() == ["Maximiliane von Hohenstein", "Choose the next team"]

    mode, spot = page.choices["mode"], page.choices["mode"].rect.centre
    assert page.tooltip_at(*spot) == "The edition of the rules"
    mode.show([("long", "An edition with a name that no choice is wide enough for")], "long")
    assert page.tooltip_at(*spot).splitlines() == [mode.label.text, "The edition of the rules"]

    first = page.list.rect.x + 20, page.list.rect.top - 20
    assert page.tooltip_at(*first) == ""
    page.list.put(0, ("A course with a name that the list is not wide enough for", "12 × 12"))
    assert page.tooltip_at(*first) == "A course with a name that the list is not wide enough for"


def test_every_mode_keeps_its_choices(app: Any, driver: Driver, open_page: Any, catalogue: Catalogue) -> None:
    """Back and forth between editions, and from one start of the program to the next."""
    from roborally.base import paths
    from roborally.features.lobby.quick_choices import QuickMatchChoices
    from roborally.features.lobby.remembered import recall_choices, remember_choices

    page = open_page("roboball", "kick-off")
    driver.click(page.chips[1].rect.centre)
    before = page.wishes
    assert before.seats != (1, 2, 1, 2)
    modes = [value for value, _title in page.choices["mode"].options]
    for _ in modes:
        driver.click((page.choices["mode"].rect.right - 10, page.choices["mode"].rect.centre[1]))
        if page.wishes.mode == "roboball":
            break
        assert page.wishes.seats != before.seats
    assert (page.wishes.mode, page.wishes.seats, page.wishes.course) == ("roboball", before.seats, before.course)

    remember_choices(page.wishes)
    assert recall_choices(catalogue, ["random"]) == page.wishes
    assert recall_choices(catalogue, ["greedy"]) == QuickMatchChoices(), "there is no such bot any more"
    paths.choices_file().write_text("{")
    assert recall_choices(catalogue, ["random"]) == QuickMatchChoices()
    paths.choices_file().write_text('{"timer": 7, "bots": 900}')
    assert recall_choices(catalogue, ["greedy"]) == QuickMatchChoices()


def test_values_of_settings_that_are_gone_are_left_out(catalogue: Catalogue) -> None:
    from roborally.features.lobby.quick_choices import QuickMatchChoices

    rules = (("volt_pace", "relaxed"), ("volt_pace", "asleep"), ("gone", "yes"))
    known = QuickMatchChoices(mode="volt", rules=rules).with_known_rules(catalogue)
    assert known.rules == (("volt_pace", "relaxed"),)
