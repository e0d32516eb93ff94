"""Matches on an emulated phone in a real browser, by taps alone."""

import json
import threading
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from roborally.core.dice import Dice
from roborally.net.protocol import Chat, Configure, LobbyState, Start
from roborally.ui.toolkit.theme import colours_for
from tests.narration.page.browser import Tab, open_browser
from tests.net.conftest import Serve
from tests.net.pages.page import Page
from tests.net.pages.phone import LYING, QUESTION, UPRIGHT, Phone
from tests.net.table import configuration
from tests.sweeps import few_of

MODES = ("standard", "volt", "crash-and-burn", "roboball", "classic", "auenland")
RULES: dict[str, dict[str, Any]] = {
    "standard": {"lives": 1},
    "classic": {"lives": 1},
    "crash-and-burn": {"lives": 1, "dealt_at_start": 3},
    "auenland": {"lives": 1, "objectives": "entered"},
}
"""What makes a match short, or ask for as much as it can."""

REFUSED = "Object.defineProperty(window, 'localStorage', {get() { throw new Error('refused'); }})"
"""What a private window does."""
LOG_FOLLOWS = """((log) => log.scrollTop > 0 && log.scrollHeight - log.scrollTop - log.clientHeight < 9)(
  document.getElementById("log"))"""
"""Whether the end of a long log is shown."""
LOG_SHRINKS = """((log) => {
  log.append(document.createElement("li"));
  log.scrollTop = log.scrollHeight;
  log.style.maxHeight = "5rem"; // before the browser tells that it was scrolled
})(document.getElementById("log"))"""


class Hosted:
    """A match whose host plays by itself against somebody with a phone, and a bot."""

    def __init__(self, serve: Serve, mode: str, guest: str) -> None:
        self.port = serve().port
        self.host = Page(self.port).enter("Host", "create")
        self.code = self.host.welcome.code
        self._config = {**configuration(mode, ("Host", guest), 1), "rules": RULES.get(mode, {})}

    def start(self, phone: Phone) -> None:
        """Wait until the guest is ready, begin, and let the host play."""
        self.begin(phone)
        self.play()

    def begin(self, phone: Phone) -> None:
        """Wait until the guest is ready, and begin."""
        self.host.send(Configure(self._config))
        self.host.wait_for(LobbyState, lambda lobby: lobby.config["match"].get("timer") == 0)
        phone.tap("#ready[aria-pressed=false]")
        self.host.wait_for(LobbyState, lambda lobby: all(one.ready for one in lobby.members if not one.host))
        self.host.send(Start())
        phone.tab.wait("document.body.dataset.page === 'match'")

    def play(self) -> None:
        """Let the host play in a thread of its own."""
        threading.Thread(target=self._play, daemon=True).start()

    def _play(self) -> None:
        with suppress(ConnectionClosed):
            self.host.play_on(Dice(3))


@pytest.fixture(scope="module")
def tab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tab]:
    """The tab of a browser."""
    with open_browser(tmp_path_factory.mktemp("browser")) as opened:
        yield opened


@pytest.fixture
def phone(tab: Tab) -> Iterator[Phone]:
    """A phone that is held upright; its page finds no fault."""
    yield Phone(tab)
    assert tab.complaints == []


@pytest.mark.parametrize("mode", few_of(MODES))
def test_a_match_is_played_to_its_end_by_taps(mode: str, serve: Serve, phone: Phone) -> None:
    """The phone lies in the second turn."""
    hosted = Hosted(serve, mode, "Ann")
    phone.join(hosted.port, hosted.code, "Ann")
    hosted.start(phone)
    phone.play(Dice(5), turns=1)
    phone.hold(LYING)
    phone.play(Dice(6), turns=2)
    phone.hold(UPRIGHT)
    phone.tab.value("document.body.classList.add('quiet'); 0")
    phone.tab.wait(LOG_FOLLOWS)
    phone.tab.value(LOG_SHRINKS)
    phone.tab.wait("document.getElementById('log').clientHeight < 100")
    phone.tab.wait(LOG_FOLLOWS)
    phone.tab.value("document.getElementById('log').style.maxHeight = ''; 0")
    phone.tab.value("document.body.classList.remove('quiet'); 0")
    phone.play(Dice(7))
    assert "program" in phone.kinds
    assert phone.text(".result h2")
    assert phone.tab.value("document.documentElement.scrollWidth") <= UPRIGHT[0]
    phone.tap(".result .accent")
    phone.tab.wait("document.body.dataset.page === 'lobby'")


def test_a_robot_that_a_new_mode_lacks_is_given_up(serve: Serve, phone: Phone) -> None:
    hosted = Hosted(serve, "volt", "Ann")
    hosted.host.send(Configure(configuration("standard", ("Host", "Ann"))))
    refusing = phone.tab.send("Page.addScriptToEvaluateOnNewDocument", source=REFUSED)["identifier"]
    phone.join(hosted.port, hosted.code, "Ann")
    phone.tab.send("Page.removeScriptToEvaluateOnNewDocument", identifier=refusing)
    assert "loses your seat" in phone.text("#notice")
    phone.tap("#robots button:enabled")
    assert phone.text("#robots :disabled .taken") == "taken by Host"
    red, green, blue, _alpha = colours_for("usual")[0].light
    assert phone.tab.value("document.querySelector('#members strong').style.color") == f"rgb({red}, {green}, {blue})"
    phone.tap("#ready[aria-pressed=false]")
    phone.tab.wait("document.querySelectorAll('#robots [aria-checked=true], #ready[aria-pressed=true]').length === 2")
    hosted.start(phone)


def test_a_reload_keeps_the_seat_and_the_half_laid_program(serve: Serve, phone: Phone) -> None:
    hosted = Hosted(serve, "standard", "Ann")
    phone.join(hosted.port, hosted.code, "Ann")
    hosted.host.send(Chat("Hello"))
    hosted.begin(phone)
    question = phone.wait_for_question()
    hosted.play()
    phone.tab.wait("document.getElementById('announce').textContent === 'Host is ready.'")
    here = QUESTION.format(question["id"])
    phone.tap(here + ".tile:enabled")
    phone.drag(here + ".tile:enabled", here + ".slot[data-slot='3']")
    laid = phone.labels(here + ".slot")
    assert [label.endswith("empty") for label in laid] == [False, True, True, False, True]
    phone.tab.value("document.body.dataset.page = 'old'; 0")
    phone.tab.send("Page.reload")
    phone.tab.wait("document.body && document.body.dataset.page === 'match'")
    assert phone.wait_for_question() == question
    assert phone.labels(here + ".slot") == laid
    assert phone.text(".state.own strong") == "2 Ann"
    assert phone.text("#log li") == "Host: Hello", "it was said before the first turn"
    phone.touch(UPRIGHT[0] / 2, 150)
    phone.tab.wait("document.getElementById('cell').textContent !== ''")
    phone.tap("[data-kind=new-commands] button")
    phone.tab.wait(f"!document.querySelector({json.dumps(here)} + '.slot.full')")
    phone.lay(here, Dice(2))
    laid = phone.labels(here + ".slot")
    hosted.host.send(Chat("Well?"))
    phone.tab.wait("!document.getElementById('unread').hidden")
    phone.answer(question, Dice(2))
    phone.tab.wait("document.getElementById('unread').hidden")
    assert len(laid) == phone.count("#program li"), "what runs is still to be read"
