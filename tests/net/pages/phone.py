"""A phone in somebody's hand: a page in a real browser that is played by taps alone."""

import json

from roborally.core.dice import Dice
from tests.narration.page.browser import Tab
from tests.waiting import until

UPRIGHT, LYING = (390, 844), (844, 390)
SHOWN = """(() => {
  const section = document.querySelector("#sheet section[data-id]:not(.aside)");
  return section && {id: section.dataset.id, view: section.dataset.view, kind: section.dataset.kind};
})()"""
"""The first question that the match waits for."""
HELD = "#sheet .aside input"
SURE = "#sheet [data-sure]"
QUESTION = "#sheet section[data-id='{}'] "


class Phone:
    """A tab with fingers."""

    def __init__(self, tab: Tab, size: tuple[int, int] = UPRIGHT, language: str = "en") -> None:
        """Make the tab a phone that feels touches, without motion, in a language."""
        self.tab = tab
        self.kinds: set[str] = set()
        """The kinds of questions that it has answered."""
        tab.complaints.clear()
        tab.send("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=5)
        tab.send("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": "reduce"}])
        tab.send("Network.setUserAgentOverride", userAgent="phone", acceptLanguage=language)
        self.hold(size)

    def hold(self, size: tuple[int, int]) -> None:
        """Hold the phone upright, or let it lie."""
        width, height = size
        self.tab.send(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=2, mobile=True
        )

    def join(self, port: int, code: str, name: str, wish: str = "join") -> None:
        """Follow a link, give a name, and come in."""
        self.go(f"http://127.0.0.1:{port}/{code}")
        self.tab.wait("document.body && document.body.dataset.page === 'door'")
        self.tab.wait("document.querySelector('.leave').textContent === 'Leave'")  # else robots come between fingers
        self.tab.value(f"document.getElementById('name').value = {json.dumps(name)}; 0")
        self.tap("#enter button[type=submit]" if wish == "join" else "#watch")
        self.tab.wait("document.body.dataset.page !== 'door'")

    def go(self, address: str) -> None:
        """Open an address."""
        self.tab.send("Page.navigate", url="about:blank")
        self.tab.send("Page.navigate", url=address)

    def text(self, selector: str) -> str:
        """Return the text of an element."""
        return str(self.tab.value(f"document.querySelector({json.dumps(selector)}).textContent"))

    def labels(self, selector: str) -> list[str]:
        """Return how elements are called to who does not see them."""
        found: list[str] = self.tab.value(
            f"[...document.querySelectorAll({json.dumps(selector)})].map((one) => one.getAttribute('aria-label'))"
        )
        return found

    def count(self, selector: str) -> int:
        """Return how many elements a selector finds."""
        return int(self.tab.value(f"document.querySelectorAll({json.dumps(selector)}).length"))

    def tap(self, selector: str) -> None:
        """Tap in the middle of an element, which must be there and be what the finger meets."""
        found = f"document.querySelector({json.dumps(selector)})"
        self.tab.wait(f"{found} !== null && !{found}.disabled")
        self.tab.value(f"{found}.scrollIntoView({{block: 'nearest'}}); 0")
        x, y, met = self.tab.value(
            "((one, box) => { const x = box.x + box.width / 2, y = box.y + box.height / 2;"
            "return [x, y, one.contains(document.elementFromPoint(x, y))]; })"
            f"({found}, {found}.getBoundingClientRect())"
        )
        assert met, f"{selector} is covered by something"
        self.touch(x, y)

    def touch(self, x: float, y: float) -> None:
        """Touch a point for a moment."""
        self.tab.send("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        self.tab.send("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def drag(self, selector: str, onto: str) -> None:
        """Drag one element onto another."""
        middle = "((box) => [box.x + box.width / 2, box.y + box.height / 2])"
        ends = [
            self.tab.value(f"{middle}(document.querySelector({json.dumps(one)}).getBoundingClientRect())")
            for one in (selector, onto)
        ]
        (x1, y1), (x2, y2) = ends
        self.tab.send("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x1, "y": y1}])
        for part in (0.3, 0.7, 1.0):
            point = {"x": x1 + (x2 - x1) * part, "y": y1 + (y2 - y1) * part}
            self.tab.send("Input.dispatchTouchEvent", type="touchMove", touchPoints=[point])
        self.tab.send("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    # --- playing --------------------------------------------------------------------------------------------------

    def wait_for_question(self) -> dict[str, str]:
        """Return id, view and kind of the first question that the match waits for."""
        found: dict[str, str] = until(lambda: self.tab.value(SHOWN), f"a question ({self.tab.complaints})")
        return found

    def play(self, dice: Dice, turns: int = 10_000) -> None:
        """Answer all questions at random until the match is over, or until so many turns have been played."""
        state = (
            "(document.getElementById('skip').click(), document.body.dataset.over === 'yes' "
            f"|| Number(document.body.dataset.turn) > {turns} || {SHOWN})"
        )
        while (found := until(lambda: self.tab.value(state), f"a question ({self.tab.complaints})")) is not True:
            self.answer(found, dice)

    def answer(self, question: dict[str, str], dice: Dice) -> None:
        """Answer a question by taps."""
        here = QUESTION.format(question["id"])
        self.kinds.add(question["kind"])
        match question["view"]:
            case "cell" | "compass" | "many":
                self.tap_one_of(here + "[data-value]:enabled", dice)
            case "tiles":
                self.lay(here, dice)
            case "list":
                self.tap_one_of(here + "[data-value]:enabled", dice)
        if question["view"] != "list":
            if self.count(HELD) and dice.pick((True, False, False)):
                self.tap(HELD)
            self.tap(here + ".accent")
        gone = f"!document.querySelector({json.dumps(here)})"
        self.tab.wait(f"{gone} || document.querySelector({json.dumps(SURE)}) !== null")
        if self.count(SURE):  # the robot would be lost
            self.tap(SURE)
        self.tab.wait(gone)

    def lay(self, here: str, dice: Dice) -> None:
        """Lay tiles until the answer may be given."""
        confirm = f"document.querySelector({json.dumps(here + '.accent')})"
        while self.tab.value(f"{confirm}.disabled"):
            if self.count(here + ".editor:not(.idle) [data-part]"):
                for view in (".faces", ".compass"):
                    if self.count(f"{here}.editor {view} [data-part]"):
                        self.tap_one_of(f"{here}.editor {view} [data-part]", dice)
            elif self.count(here + ".slot:not(.full):not(.fixed)") and self.count(here + ".tile:enabled"):
                self.tap_one_of(here + ".tile:enabled", dice)
            else:
                self.tab.wait(f"!{confirm}.disabled")

    def tap_one_of(self, selector: str, dice: Dice) -> None:
        """Tap one of several elements."""
        number = dice.pick(range(self.count(selector)))
        self.tab.value(
            "for (const one of document.querySelectorAll('.picked')) one.classList.remove('picked');"
            f"document.querySelectorAll({json.dumps(selector)})[{number}].classList.add('picked'); 0"
        )
        self.tap(".picked")
