"""Teams and sides on the page of a quick match."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from roborally.loader import Catalogue
from roborally.ui.seating import SIDES

from .conftest import Driver

pytestmark = [pytest.mark.window, pytest.mark.xdist_group("window")]


@pytest.fixture
def open_page(app: Any, driver: Driver, catalogue: Catalogue) -> Any:
    from roborally.ui.quick_match import QuickMatchPage, Wishes

    def make(mode: str, course: str, bots: int = 3) -> Any:
        begun: list[Any] = []
        wishes = replace(Wishes(), mode=mode, course=course, bots=bots, bot="random")
        page = QuickMatchPage(app, catalogue, ["random"], wishes, lambda wishes, config: begun.append(config))
        page.begun = begun  # type: ignore[attr-defined]
        app.push(page)
        driver.frame()
        return page

    return make


def test_seats_choose_their_teams(driver: Driver, open_page: Any) -> None:
    page = open_page("roboball", "kick-off")
    assert page.wishes.seats == (1, 2, 1, 2)
    assert [count for count, _text in page._choices["bots"]._options] == [1, 2, 3, 5, 7], "teams are equal"
    driver.click(page._chips[1].rect.centre)
    driver.click(page._chips[2].rect.centre)
    assert page.wishes.seats == (1, 3, 2, 2)
    for _ in range(6):  # eight teams, then the first again
        driver.click(page._chips[1].rect.centre)
    assert page.wishes.seats == (1, 1, 2, 2)
    page.start()
    assert [seat.team for seat in page.begun[0].seats] == [1, 1, 2, 2]


def test_the_number_of_players_fits_the_arena(driver: Driver, open_page: Any) -> None:
    page = open_page("volt", "duel-bridge")
    assert page.wishes.bots == 1
    assert [count for count, _text in page._choices["bots"]._options] == [1]
    driver.click(page._chips[0].rect.centre)
    page.start()
    assert [seat.side for seat in page.begun[0].seats] == ["south", ""]


def test_other_modes_show_nothing_of_it(open_page: Any) -> None:
    page = open_page("standard", "first-steps")
    assert page._chips == []
    page.start()
    assert [seat.team for seat in page.begun[0].seats] == [0] * 4


@pytest.mark.parametrize("language", ["en", "de", "sv"])
def test_what_a_seat_has_chosen_is_shown_whole(open_page: Any, speak: Callable[[str], None], language: str) -> None:
    speak(language)
    page = open_page("volt", "short-circuit")
    for chip in page._chips:
        for side in SIDES:
            chip.show(side)
            assert chip._label._text.text == chip._label.text


def test_the_style_of_the_bots_is_explained(driver: Driver, open_page: Any) -> None:
    page = open_page("standard", "first-steps")
    assert page._choices["bot"].tooltip.startswith("Random: plays")
    page._choices["bot"].show([("greedy", "Greedy"), ("random", "Random")], "random")
    driver.click(page._choices["bot"].rect.centre)
    assert page._choices["bot"].tooltip.startswith("Greedy: tries")
