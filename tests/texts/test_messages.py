"""A message carries sentence and values from the place where something is wrong to the person who reads it."""

import ast
import copy
import pickle
import string
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from roborally.base.errors import MAX_DEPTH, MAX_SHOWN, GameError, Message
from roborally.base.templates import MAX_VALUE
from roborally.base.translation import use_language
from roborally.core.decisions import AnswerError
from roborally.game.course.notation import CourseError
from tests.texts.collect import ROOT, code, was_shown, wraps


def test_an_error_carries_its_values_and_is_translated_when_it_is_shown() -> None:
    error = CourseError(
        "{kind} {value} is there twice: in {first} and in {second}",
        where=Path("a.toml"),
        kind="dock",
        value=1,
        first=Message.of("column {column}, row {row}", row=1, column=2),
        second="x",
    )
    assert str(error) == "a.toml: dock 1 is there twice: in column 2, row 1 and in x"
    use_language("de")
    assert str(error) == "a.toml: dock 1 gibt es zweimal: in Spalte 2, Zeile 1 und in x"
    assert str(error.message) == str(error)
    assert error.message.values["kind"] == "dock"


def test_an_error_in_an_error_is_told_in_one_language() -> None:
    inner = GameError("there is no such file", where="b.toml")
    outer = GameError("cannot be read: {error}", where="a.toml", error=inner)
    use_language("sv")
    assert str(outer) == "a.toml: går inte att läsa: b.toml: filen finns inte"
    assert str(GameError(inner.message, where="a.toml")) == "a.toml: b.toml: filen finns inte"


@pytest.mark.parametrize(
    ("sentence", "values", "shown"),
    [
        ("{piece:>1000000000}", {"piece": "x"}, "{piece:>1000000000}"),
        ("{x.__class__} {x[0]} {x!s}", {"x": "y"}, "{x.__class__} {x[0]} {x!s}"),
        ("{missing} { } {} {0} {{x}}", {"x": 1}, "{missing} { } {} {0} {1}"),
        ("{x} {x!r}", {"x": "{y}", "y": "no"}, "{y} '{y}'"),
        ("{x:,} of {y:,}", {"x": 1_234_567, "y": "all"}, "1,234,567 of all"),
        ("{x} {x:,} {x!r}", {"x": 10**5000}, "{x} {x:,} {x!r}"),
        ("", {"x": 1}, ""),
    ],
)
def test_nothing_but_plain_names_is_looked_at(sentence: str, values: dict[str, Any], shown: str) -> None:
    assert str(Message("", sentence, values)) == shown


def test_lists_in_each_other_are_no_reason_to_fail() -> None:
    endless: list[Any] = []
    for _depth in range(100_000):
        endless = [endless]
    assert str(Message.of("not {value!r}", value=endless)) == "not {value!r}"


def test_messages_in_each_other_come_to_an_end() -> None:
    message = Message.of("last")
    for depth in range(MAX_DEPTH + 3):
        message = Message.of("{depth} {more}", depth=depth, more=message)
    assert str(message) == " ".join(str(MAX_DEPTH + 2 - depth) for depth in range(MAX_DEPTH)) + " {more}"


def test_a_text_that_grows_is_cut() -> None:
    laughs = Message.of("ha" * 100)
    for _again in range(MAX_DEPTH - 1):
        laughs = Message.of("{more}" * 1000, more=laughs)
    assert len(str(laughs)) == MAX_SHOWN
    assert str(Message.of("{value} is too long", value="x" * 10_000)) == "x" * MAX_VALUE + "… is too long"


@pytest.mark.parametrize(
    ("message", "sentence"),
    [
        (Message.of("is not a RoboRally file", "match.toml"), "match.toml: is not a RoboRally file."),
        (Message.of("expected a text", Message.of("row {row}", "a.toml", row=1)), "a.toml: row 1: expected a text."),
        (Message.of("expected a text", Message.of("row {row}", row=1)), "Row 1: expected a text."),
        (Message.of("the server cannot be reached"), "The server cannot be reached."),
        (Message.of("Replace it?"), "Replace it?"),
    ],
)
def test_a_dialog_says_sentences(message: Message, sentence: str) -> None:
    assert message.as_sentence() == sentence


def test_places_lie_in_each_other() -> None:
    cell = Message.of("empty", Message.of("row {row}", row=1))
    assert str(cell.within("a.toml")) == "a.toml: row 1: empty"
    assert str(cell.within("a.toml").within("a.toml")) == "a.toml: row 1: empty", "no place is told twice"
    assert str(cell.within("a.toml").within("b.zip")) == "b.zip: a.toml: row 1: empty"
    assert str(cell.within("a.toml").at("b.toml")) == "b.toml: row 1: empty"
    assert str(cell.within("a.toml").at("")) == "row 1: empty"
    assert str(cell.within("")) == "row 1: empty"
    assert (cell.place, cell.within("a.toml").place) == ("", "a.toml")


def test_an_error_goes_from_one_process_to_another() -> None:
    error = CourseError("{most:,} cells", where=Path("a.toml"), most=1000)
    for twin in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert type(twin) is CourseError
        assert twin.message == error.message
        assert str(twin) == "a.toml: 1,000 cells"


def test_an_answer_is_refused_with_names_alone() -> None:
    error = AnswerError("{card:>999999999} {card.real} {card} {missing}", card="{missing} x")
    assert str(error) == "{card:>999999999} {card.real} {missing} x {missing}"
    assert (pickle.loads(pickle.dumps(error)).values, error.sentence[:6]) == ({"card": "{missing} x"}, "{card:")


# --- the code ---------------------------------------------------------------------------------------------------------


@cache
def told_in_code() -> list[tuple[str, ast.Call]]:
    """Return every place in the code that makes a message or an error, as `file:line`."""
    return [
        (f"{path.relative_to(ROOT)}:{node.lineno}", node)
        for folder in ("roborally", "plugins", "tools")
        for path, node in code((ROOT / folder).rglob("*.py"))
        if isinstance(node, ast.Call) and node.args and was_shown(node)
    ]


def test_no_sentence_is_put_together_before_it_is_told() -> None:
    """What is put together can neither be translated nor taken apart again."""
    wrong = (ast.JoinedStr, ast.BinOp)
    found = [place for place, call in told_in_code() if isinstance(call.args[0], wrong) or _is_formatted(call.args[0])]
    assert found == []


def _is_formatted(node: ast.expr) -> bool:
    """Return whether a sentence is translated or filled in at once, or is an error's text."""
    if not isinstance(node, ast.Call):
        return False
    function = node.func
    if isinstance(function, ast.Attribute):
        return function.attr in ("format", "format_map", "join")
    return isinstance(function, ast.Name) and function.id in ("_", "str", "repr")


def test_every_sentence_has_the_values_that_it_names() -> None:
    wrong = []
    for place, call in told_in_code():
        sentence = call.args[0]
        if not isinstance(sentence, ast.Constant) or not isinstance(sentence.value, str):
            continue
        if any(keyword.arg is None for keyword in call.keywords):
            continue
        fields = [(name, form, kind) for _text, name, form, kind in string.Formatter().parse(sentence.value) if name]
        given = {"error"} if wraps(call) else {keyword.arg for keyword in call.keywords} - {"where"}
        plain = all((form, kind) in (("", None), ("", "r"), (",", None)) for _name, form, kind in fields)
        if {name for name, *_rest in fields} != given or not plain:
            wrong.append(place)
    assert wrong == []


@pytest.mark.parametrize(("spoken", "text"), [("en", "'a\\nb'"), ("de", "„a\\nb“"), ("sv", "”a\\nb”")])
def test_a_text_is_quoted_as_the_language_does(spoken: str, text: str) -> None:
    message = Message.of("{one!r} is not {two!r}", one="a\nb", two=3)
    use_language(spoken)
    assert str(message) == f"{text} is not 3"
