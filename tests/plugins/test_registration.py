"""What a plugin registers fits its annotations, or is refused with the line, the argument and what would be right."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, NamedTuple

import pytest

from roborally.base.annotations import misfit
from roborally.bots.plugin import Bots
from roborally.plugin import PluginError
from roborally.plugin_system.loader import Catalogue, Plugin, build_rules
from roborally.plugin_system.manifest import Manifest


class Inner(NamedTuple):
    late: bool = False
    run: Callable[[int, str], None] | None = None


@dataclass
class Outer:
    inner: Inner | None


@dataclass
class Chain:
    next: "Chain | None"


def two(_one: object, _other: object) -> None: ...


@pytest.mark.parametrize(
    ("value", "shape"),
    [
        (1, float),
        (None, str | None),
        ("", str),
        ((), tuple[str, ...]),
        (["a"], Sequence[str]),
        ({"a": 1}, Mapping[str, int]),
        (two, Callable[[int, str], None]),
        (lambda *_all: None, Callable[[int, str], None]),
        (Inner, Callable[[], Inner]),
        (print, Callable[[int], None]),
        (Outer(Inner(True, two)), Outer),
        (Chain(Chain(None)), Chain),
        (object(), Any),
        ("more", Literal["more", "less"]),
    ],
)
def test_what_fits(value: object, shape: Any) -> None:
    assert misfit(value, shape) is None


@pytest.mark.parametrize(
    ("value", "shape", "problem"),
    [
        (True, int, "it: must be a whole number, not True"),
        (float("nan"), float, "it: must be a number, not nan"),
        (3, str | None, "it: must be a text or None, not 3"),
        ("ab", Sequence[str], "it: must be a list, not 'ab'"),
        ("ab", tuple[str, ...], "it: must be a tuple such as ('ab',), not 'ab'"),
        (["a", "b"], tuple[str, ...], "it: must be a tuple such as ('a', 'b'), not ['a', 'b']"),
        ((1, "b"), tuple[str, ...], "it[0]: must be a text, not 1"),
        ({"a": "b"}, Mapping[str, int], "it['a']: must be a whole number, not 'b'"),
        (None, Mapping[str, int], "it: must be a dict, not None"),
        ("most", Literal["more", "less"], "it: must be one of 'more', 'less', not 'most'"),
        (two, Callable[[int], None], "it: must be a function that takes (int), not two(_one, _other)"),
        (3, Callable[..., None], "it: must be a function, not 3"),
        (Inner, Inner, "it: must be Inner, not the class Inner"),
        (object(), Inner, "it: must be Inner, not an object of the class object"),
        (Outer(Inner(1)), Outer, "it.inner.late: must be true or false, not 1"),  # type: ignore[arg-type]
        (
            Outer(Inner(run=lambda one: None)),  # type: ignore[arg-type, misc]
            Outer,
            "it.inner.run: must be a function that takes (int, str) or None, not <lambda>(one)",
        ),
    ],
)
def test_what_does_not_fit(value: object, shape: Any, problem: str) -> None:
    assert str(misfit(value, shape, "it")) == problem


def plugin(folder: Path, rules: str) -> Plugin:
    (folder / "rules.py").write_text(
        f"from roborally.plugin import *\nfrom roborally.plugin import hookimpl\n\n{rules}", encoding="utf-8"
    )
    return Plugin(folder, Manifest("odd", "Odd", "Odd.", "1", ["A"], "MIT", 2))


REGISTER = "@hookimpl\ndef register(rules):\n    {}\n"


@pytest.mark.parametrize(
    ("code", "problem"),
    [
        (REGISTER.format('rules.on("hurt", "react")'), "rules.on: reaction: must be a function, not 'react'"),
        (REGISTER.format('rules.phase("turn", "odd", print, after=["start"])'), "after: must be a tuple such as"),
        (REGISTER.format('rules.phase("turn", "odd", print, aftr=())'), "no argument 'aftr'; is it 'after'?"),
        (REGISTER.format('rules.event("odd", {"piece": 1})'), "rules.event: keys['piece']: must be a text, not 1"),
        (REGISTER.format('rules.add(FACTS, "odd", Fact("odd"))'), "rules.add: facts.odd.read: must be a function or"),
        (REGISTER.format('rules.add(COMMANDS, "odd", lambda match: 0)'), "commands.odd: must be a function that takes"),
        (REGISTER.format('rules.add("facts", "odd", Fact())'), "rules.add: registry: must be Registry, not 'facts'"),
        (REGISTER.format('rules.point("hurt", "()")'), "'odd' adds point 'hurt', which exists already"),
    ],
)
def test_what_is_registered(code: str, problem: str, tmp_path: Path) -> None:
    catalogue = Catalogue({"odd": plugin(tmp_path, code)})
    with pytest.raises(PluginError) as caught:
        build_rules(catalogue.resolve(["odd"]), {"odd": {}})
    assert str(caught.value).startswith(f"{tmp_path / 'rules.py'}:6: plugin 'odd'")
    assert problem in str(caught.value)


@pytest.mark.parametrize(
    ("code", "problem"),
    [
        ("def register(rule):", ":4: the hook 'register' gets no argument 'rule'; it gets: rules, settings"),
        ("def setup(match, rules):", ":4: the hook 'setup' gets no argument 'rules'; it gets: match"),
        ("def registre(rules):", ":4: there is no hook 'registre'; is it 'register'?"),
    ],
)
def test_a_hook_that_the_game_does_not_call(code: str, problem: str, tmp_path: Path) -> None:
    catalogue = Catalogue({"odd": plugin(tmp_path, f"@hookimpl\n{code}\n    pass\n")})
    with pytest.raises(PluginError) as caught:
        build_rules(catalogue.resolve(["odd"]), {"odd": {}})
    assert str(caught.value) == f"plugin 'odd': {tmp_path / 'rules.py'}{problem}"


@pytest.mark.parametrize("name", ["", "a,b", "a:b"])
def test_a_bot_with_a_name_that_lists_cannot_hold(name: str) -> None:
    with pytest.raises(PluginError, match="a bot cannot be called"):
        Bots().bot(name, object)  # type: ignore[arg-type]
