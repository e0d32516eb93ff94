"""A real browser for tests: Debian's chromium without a screen, driven by its DevTools protocol."""

import base64
import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from websockets.sync.client import ClientConnection, connect

from tests.waiting import PATIENCE, until

NAMES = ("chromium", "chromium-browser", "google-chrome")
REFUSED = "!(document.getElementById('problem') || {hidden: true}).hidden"
"""Whether the page says that it cannot be shown."""


def browser_path() -> str:
    """Return the path of the browser; skip the test where there is none."""
    found = next((path for name in NAMES if (path := shutil.which(name))), None)
    if found is None:
        pytest.skip("there is no chromium here; tools/test installs it where it may (Debian's package chromium)")
    return found


class Tab:
    """The only tab of a browser: what was asked for, said on the console, and went wrong."""

    def __init__(self, socket: ClientConnection) -> None:
        """Listen to network, console and errors."""
        self._socket = socket
        self._number = 0
        self.requests: list[str] = []
        self.complaints: list[str] = []
        for domain in ("Page", "Network", "Runtime", "Log"):
            self.send(f"{domain}.enable")

    def send(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Send a command and return its result."""
        self._number += 1
        self._socket.send(json.dumps({"id": self._number, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self._socket.recv(timeout=PATIENCE))
            if answer.get("id") == self._number:
                assert "error" not in answer, f"{method}: {answer['error']}"
                result: dict[str, Any] = answer["result"]
                return result
            self._note(answer)

    def _note(self, message: dict[str, Any]) -> None:
        match message.get("method"):
            case "Network.requestWillBeSent":
                self.requests.append(message["params"]["request"]["url"])
            case "Runtime.exceptionThrown":
                self.complaints.append(json.dumps(message["params"]["exceptionDetails"])[:500])
            case "Log.entryAdded":
                self.complaints.append(message["params"]["entry"]["text"])
            case "Runtime.consoleAPICalled":
                self.complaints.append(json.dumps(message["params"]["args"])[:500])

    def size(self, width: int, height: int) -> None:
        """Give the page a size in pixels."""
        narrow = width < 600
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=narrow)

    def open(self, path: Path, hash_: str = "") -> None:
        """Open a page and wait until its script is ready or says what is wrong."""
        self.send("Page.navigate", url="about:blank")
        self.requests.clear()
        self.send("Page.navigate", url=path.as_uri() + hash_)
        self.wait(f"(document.documentElement || {{dataset: {{}}}}).dataset.ready === 'yes' || {REFUSED}")

    def wait(self, condition: str) -> None:
        """Wait until an expression is true; the page is asked again and again."""
        until(lambda: self.value(condition), f"{condition} ({self.complaints})")

    def value(self, expression: str) -> Any:
        """Return the value of an expression; a promise is waited for."""
        found = self.send("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in found, found["exceptionDetails"]
        return found["result"].get("value")

    def press(self, key: str) -> None:
        """Press a key, as a person would."""
        for type_ in ("keyDown", "keyUp"):
            text = key if type_ == "keyDown" and len(key) == 1 else ""
            self.send("Input.dispatchKeyEvent", type=type_, key=key, text=text)

    def click(self, selector: str) -> None:
        """Click in the middle of an element."""
        found = f"document.querySelector({json.dumps(selector)})"
        self.value(f"{found}.scrollIntoView({{block: 'center'}}); 0")
        middle = "[box.x + box.width / 2, box.y + box.height / 2]"
        x, y = self.value(f"((box) => {middle})({found}.getBoundingClientRect())")
        for type_ in ("mousePressed", "mouseReleased"):
            self.send("Input.dispatchMouseEvent", type=type_, x=x, y=y, button="left", clickCount=1)

    def picture(self, path: Path) -> None:
        """Write what is seen into a file."""
        path.write_bytes(base64.b64decode(self.send("Page.captureScreenshot", format="png")["data"]))


@contextmanager
def open_browser(folder: Path) -> Iterator[Tab]:
    """Start a browser with a profile in `folder`, and end it afterwards."""
    command = [browser_path(), "--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0"]
    command += ["--no-first-run", "--disable-extensions", "--disable-background-networking", "--lang=en"]
    command += [f"--user-data-dir={folder}", "about:blank"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True) as process:
        try:
            assert process.stderr is not None
            said = []
            for line in process.stderr:
                said.append(line)
                if found := re.search(r"ws://(\S+?)/devtools", line):
                    break
            else:
                raise AssertionError(f"the browser did not start: {''.join(said)}")
            with connect(_tab_address(found[1]), max_size=None, open_timeout=PATIENCE, ping_interval=None) as socket:
                yield Tab(socket)
        finally:
            process.kill()


def _tab_address(host: str) -> str:
    with urlopen(f"http://{host}/json/list", timeout=PATIENCE) as answer:
        tabs = json.loads(answer.read())
    return str(next(tab["webSocketDebuggerUrl"] for tab in tabs if tab["type"] == "page"))
