"""Pages in a real browser: to the end of the match, without a request or a complaint, wide and narrow."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from roborally.narration.words import listed
from tests.fuzz.play import EDITIONS
from tests.narration.page.browser import REFUSED, Tab, open_browser
from tests.narration.page.conftest import Played, data_of, places_of
from tests.sweeps import few_of

PlayedIn = Callable[[str], Played]
WIDE, NARROW = (1400, 900), (360, 740)
PLACES = "[...document.querySelectorAll('#robots tr')].map((line) => line.dataset.place)"
FRAMES = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))"


@pytest.fixture(scope="module")
def tab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tab]:
    """The tab of a browser."""
    with open_browser(tmp_path_factory.mktemp("browser")) as opened:
        yield opened


def show(tab: Tab, page: bytes, folder: Path, size: tuple[int, int] = WIDE, hash_: str = "") -> Path:
    """Write a page and open it."""
    path = folder / "page.html"
    path.write_bytes(page)
    tab.complaints.clear()
    tab.size(*size)
    tab.open(path, hash_)
    tab.value(FRAMES)
    return path


@pytest.mark.parametrize("mode", few_of(EDITIONS[::-1], 2))
def test_a_page_plays_to_the_end_of_the_match(mode: str, played: PlayedIn, tab: Tab, tmp_path: Path) -> None:
    """One page is opened wide and becomes narrow, the next one the other way round."""
    one = played(mode)
    sizes = (WIDE, NARROW) if list(EDITIONS).index(mode) % 2 else (NARROW, WIDE)
    path = show(tab, one.page(), tmp_path, sizes[0])
    tab.press("End")
    for size in sizes:
        tab.size(*size)
        tab.value(FRAMES)
        assert tab.value(PLACES) == places_of(one.match)
        assert tab.value("document.documentElement.scrollWidth") <= size[0]
    assert tab.value("document.getElementById('picture').naturalWidth") > 0
    assert [url for url in tab.requests if not url.startswith("data:")] == [path.as_uri()]
    assert tab.complaints == []


def test_keys_go_step_by_step_and_turn_by_turn(played: PlayedIn, tab: Tab, tmp_path: Path) -> None:
    show(tab, played("standard").page(), tmp_path)
    start = tab.value(PLACES)
    tab.press("ArrowRight")
    tab.value(FRAMES)
    first = tab.value("Number(document.getElementById('time').value)")
    assert first > 0
    tab.press("ArrowLeft")
    tab.value(FRAMES)
    assert tab.value("Number(document.getElementById('time').value)") == 0
    tab.click("#turn-on")
    tab.value(FRAMES)
    assert tab.value("document.getElementById('turn').textContent") == "Turn 2"
    assert tab.value(PLACES) != start
    tab.press("Home")
    tab.value(FRAMES)
    assert tab.value(PLACES) == start


def test_it_plays_by_itself_and_stops_at_the_end(played: PlayedIn, tab: Tab, tmp_path: Path) -> None:
    one = played("volt")
    show(tab, one.page(turn=1), tmp_path)
    tab.value("document.getElementById('speed').value = '4'; 0")
    tab.press(" ")
    assert tab.value("document.getElementById('play').title") == "Pause"
    tab.wait("document.getElementById('play').title === 'Play'")
    assert tab.value("document.getElementById('time').value === document.getElementById('time').max")


def test_a_click_on_a_line_goes_there(played: PlayedIn, tab: Tab, tmp_path: Path) -> None:
    show(tab, played("standard").page(), tmp_path)
    line = tab.value("[...document.querySelectorAll('#log li')].findIndex((line) => line.textContent === 'Turn 3')")
    tab.click(f"#log li:nth-child({line + 1})")
    tab.value(FRAMES)
    assert tab.value("document.getElementById('turn').textContent") == "Turn 3"
    assert tab.value("document.querySelectorAll('#log li.later').length") > 0


def test_the_language_can_be_changed_in_the_middle(played: PlayedIn, tab: Tab, tmp_path: Path) -> None:
    show(tab, played("standard").page(), tmp_path, hash_="#turn=3")
    tab.value("const box = document.getElementById('language'); box.value = 'de'; box.onchange({target: box}); 0")
    tab.value(FRAMES)
    assert tab.value("document.getElementById('turn').textContent") == "Runde 3"
    assert tab.value("document.documentElement.lang") == "de"
    assert "Turn" not in tab.value("document.getElementById('log').textContent")


def test_a_respawn_point_says_whose_it_is(played: PlayedIn, tab: Tab, tmp_path: Path) -> None:
    """CLI-2503: its pin is drawn, and a tooltip names all who come back there."""
    one = played("standard")
    data = data_of(one.page())
    markers = [row[4] for row in data["start"]["rows"]]
    x, y = next(marker for marker in markers if marker is not None)
    owners = [data["words"][0]["names"][piece] for piece, marker in enumerate(markers) if marker == [x, y]]
    show(tab, one.page(), tmp_path)
    width, height = data["size"]
    point = f"clientX: box.left + box.width * {(x + 0.5) / width}, clientY: box.top + box.height * {(y + 0.5) / height}"
    tab.value(
        "{ const canvas = document.getElementById('canvas'), box = canvas.getBoundingClientRect(); "
        f"canvas.dispatchEvent(new PointerEvent('pointermove', {{ {point} }})); 0 }}"
    )
    assert tab.value("document.getElementById('canvas').title").endswith(f"{listed(owners)}'s respawn point")
    assert tab.complaints == []


@pytest.mark.long
def test_a_cut_page_says_that_it_cannot_be_shown(played: PlayedIn, tab: Tab, tmp_path: Path) -> None:
    page = played("standard").page()
    at = page.index(b'id="data">') + 200
    show(tab, page[:at] + page[at + 4000 :], tmp_path)
    assert tab.value(REFUSED)
    assert "This page cannot be shown" in tab.value("document.getElementById('problem').textContent")
