"""A server's log: a JSON object a line, and nothing in it that players keep to themselves."""

import io
import json
import logging
from datetime import UTC, datetime
from typing import Any

import pytest

from roborally.bots import errors
from roborally.bots.errors import BotError, log_bot_error
from roborally.net.server_log import LINES_AT_ONCE, MAX_EVENTS, MAX_FRAMES, log, warn, write_log


@pytest.fixture
def stream() -> io.StringIO:
    """What is logged."""
    written = io.StringIO()
    write_log(written)
    return written


def lines(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_an_event_is_a_line_with_its_fields(stream: io.StringIO) -> None:
    before = datetime.now(UTC).replace(microsecond=0)
    log("joined", match="ABCDE", member=2, watching=False, what="two\nlines")
    (line,) = lines(stream)
    assert before <= datetime.fromisoformat(line.pop("time")) <= datetime.now(UTC)
    assert line == {
        "level": "info",
        "event": "joined",
        "match": "ABCDE",
        "member": 2,
        "watching": False,
        "what": "two\nlines",
    }


def test_a_failure_tells_where_but_not_with_what(stream: io.StringIO) -> None:
    def fail(depth: int) -> None:
        if depth:
            fail(depth - 1)
        raise KeyError("move3@830")

    try:
        fail(20)
    except KeyError:
        logging.getLogger("roborally.net").exception("a match has failed", extra={"fields": {"match": "ABCDE"}})
    (line,) = lines(stream)
    assert (line["level"], line["event"], line["match"], line["error"]) == (
        "error",
        "a match has failed",
        "ABCDE",
        "KeyError",
    )
    assert len(line["places"]) == MAX_FRAMES
    assert line["places"][-1].startswith("test_log.py:")
    assert line["places"][-1].endswith(" fail")
    assert "move3" not in stream.getvalue()


def test_what_others_warn_of_comes_without_values(stream: io.StringIO) -> None:
    other = logging.getLogger("roborally.bots")
    other.warning("bot %r answered %r", "greedy", ("move3@830",))
    other.info("nothing special")
    (line,) = lines(stream)
    assert (line["source"], line["event"]) == ("roborally.bots", "bot … answered …")
    assert "move3" not in stream.getvalue()


@pytest.mark.parametrize(
    ("message", "values", "text"),
    [
        ("took %.3f of %-10s", (1.5, "x"), "took … of …"),
        ("%(name)s is 100%% full", ({"name": "x"},), "… is 100% full"),
        ("100%% of %d", (3,), "100% of …"),
        ("100% sure", (), "100% sure"),
    ],
)
def test_a_value_of_others_is_three_dots(
    stream: io.StringIO, message: str, values: tuple[object, ...], text: str
) -> None:
    logging.getLogger("another").warning(message, *values)
    assert [line["event"] for line in lines(stream)] == [text]


def test_a_bot_that_does_not_answer_is_named_without_its_answer(
    stream: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(errors, "warned", set())
    decision: Any = {"kind": "program"}
    log_bot_error("rival:move3@830", 1, decision, BotError("illegal", "it answered move3@830", "in move3@830"))
    (line,) = lines(stream)
    assert {name: line[name] for name in ("event", "bot", "seat", "question", "reason")} == {
        "event": "a bot did not answer; the default was taken",
        "bot": "rival",
        "seat": 2,
        "question": "program",
        "reason": "illegal",
    }
    assert "move3" not in stream.getvalue()
    assert "%" not in stream.getvalue()


def test_a_warning_tells_what_and_where_but_not_with_what(stream: io.StringIO) -> None:
    try:
        raise KeyError("move3@830")
    except KeyError as error:
        warn("the connection has failed", error)
    (line,) = lines(stream)
    assert (line["level"], line["event"], line["error"]) == ("warning", "the connection has failed", "KeyError")
    assert line["places"][0].startswith("test_log.py:")
    assert "move3" not in stream.getvalue()


def test_port_scans_do_not_fill_the_log(stream: io.StringIO) -> None:
    logging.getLogger("websockets.server").error("opening handshake failed", exc_info=ValueError())
    logging.getLogger("websockets.server").error("connection handler failed")
    assert [line["event"] for line in lines(stream)] == ["connection handler failed"]


def test_what_happens_too_often_is_counted_instead() -> None:
    """Nobody can fill the disk, and no event hides another."""
    written, clock = io.StringIO(), [0.0]
    write_log(written, lambda: clock[0])
    for number in range(1000):
        log("refused", address=f"192.0.2.{number % 250}")
    log("begun", match="ABCDE")
    clock[0] += 1
    log("refused", address="192.0.2.1")
    log("refused", address="192.0.2.2")
    clock[0] += 1
    log("refused", address="192.0.2.3")
    events = [(line["event"], line.get("left_out", 0)) for line in lines(written)]
    most = int(LINES_AT_ONCE)
    assert events == [("refused", 0)] * most + [("begun", 0), ("refused", 1000 - most), ("refused", 1)]


def test_many_kinds_of_events_do_not_fill_memory_or_disk() -> None:
    written = io.StringIO()
    write_log(written, lambda: 0.0)
    for number in range(MAX_EVENTS + 1000):
        log(f"event {number}")
    assert len(lines(written)) == MAX_EVENTS + LINES_AT_ONCE
