"""Parses what a plugin needs: another plugin's id, with limits for its version if they matter."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from operator import eq, ge, gt, le, lt, ne

from roborally.base.errors import Message
from roborally.base.file_names import is_device
from roborally.plugin_system.errors import PluginError

ID = r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*"
"""A regular expression for a plugin's id: lower-case words joined by hyphens."""
MAX_ID = 40
"""The maximum length of an id, which is also the name of a folder, in letters."""
_NEED = re.compile(rf"\s*({ID})\s*(.*)", re.DOTALL)
_LIMIT = re.compile(r"\s*(==|!=|>=|<=|>|<)\s*([0-9]{1,9}(?:\.[0-9]{1,9}){0,7})\s*")
_NUMBERS = re.compile(r"v?([0-9]{1,9}(?:\.[0-9]{1,9})*)")
_COMPARES: dict[str, Callable[[tuple[int, ...], tuple[int, ...]], bool]] = {
    "==": eq,
    "!=": ne,
    ">=": ge,
    "<=": le,
    ">": gt,
    "<": lt,
}


@dataclass(frozen=True, slots=True)
class Need:
    """A plugin that another one needs; `limits` are pairs such as `(">=", "0.2")` that must all hold."""

    id: str
    limits: tuple[tuple[str, str], ...] = ()

    @property
    def versions(self) -> str:
        """Return the limits as in a manifest, such as `>= 0.2, < 1`; empty if any version will do."""
        return ", ".join(f"{compare} {version}" for compare, version in self.limits)

    def allows(self, version: str) -> bool:
        """Return whether this version of the plugin is within the limits."""
        found = numbers_of(version)
        return all(_COMPARES[compare](found, numbers_of(limit)) for compare, limit in self.limits)


def id_problem(id_: str) -> Message | None:
    """Return why a plugin must not have this id, or `None` if it may."""
    if not re.fullmatch(ID, id_) or len(id_) > MAX_ID:
        return Message.of(
            "it must be lower-case words joined by hyphens, begin with a letter and have at most {most} letters",
            most=MAX_ID,
        )
    return Message.of("Windows keeps this name for itself") if is_device(id_) else None


@lru_cache(maxsize=1024)
def parse_need(written: str) -> Need:
    """Return the parsed entry of `needs`, such as `"option-cards >= 0.2, < 1"`; raise `PluginError` if it is wrong."""
    found = _NEED.fullmatch(written)
    parts = found[2].split(",") if found is not None and found[2] else []
    limits = [_LIMIT.fullmatch(part) for part in parts]
    if found is None or None in limits:
        raise PluginError(
            "needs: {written!r} must be a plugin's id, perhaps with versions: 'option-cards >= 0.2, < 1'",
            written=written,
        )
    return Need(found[1], tuple((limit[1], limit[2]) for limit in limits if limit is not None))


@lru_cache(maxsize=1024)
def numbers_of(version: str) -> tuple[int, ...]:
    """Return the numbers at the start of a version without trailing zeros: `(1, 2)` for `1.2.0rc1`.

    Text behind the numbers does not count; a version without numbers gives `()`, which comes before all others.
    """
    found = _NUMBERS.match(version.strip())
    numbers = [int(part) for part in found[1].split(".")] if found is not None else []
    while numbers and not numbers[-1]:
        numbers.pop()
    return tuple(numbers)
