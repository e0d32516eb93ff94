"""The differences between a performance and its scenario, as sentences."""

import re
from collections.abc import Sequence
from typing import Any

from roborally.base.translation import _
from roborally.game.scenario.compare import Difference
from roborally.plugin import text

MAX_DIFFERENCES = 4
"""The largest number of differences listed; the others are counted."""
MAX_VALUE = 80
"""The largest number of letters of a value that are shown."""

MOMENTS = {"turn": text("turn {number}"), "register": text("register {number}"), "start": text("start")}
"""The parts of a moment in a scenario file, such as `turn 2 register 5`."""


def sentences(differences: Sequence[Difference]) -> list[str]:
    """Return sentences about the differences between a performance and its scenario."""
    found = [_sentence(difference) for difference in differences[:MAX_DIFFERENCES]]
    if len(differences) > MAX_DIFFERENCES:
        found.append(_("And {count} more.").format(count=len(differences) - MAX_DIFFERENCES))
    return found


def _sentence(difference: Difference) -> str:
    what = f"{difference.robot}.{difference.key}" if difference.robot else difference.key
    text = _("After {after}: {what} should be {expected}, but is {got}.")
    if difference.key == "ask":
        what = difference.robot
        text = _("After {after}: {what} cannot answer {expected}: {got}")
    return text.format(
        after=_moment(difference.after), what=what, expected=_brief(difference.expected), got=_brief(difference.got)
    )


def _moment(after: str) -> str:
    """Return a moment of a scenario file in the player's language."""
    parts = re.findall(r"\b(turn|register|start)\b ?(\d*)", after)
    return ", ".join(_(MOMENTS[kind]).format(number=number) for kind, number in parts) or after


def _brief(value: Any) -> str:
    """Return a value nearly as in the file, cut to a readable length."""
    written = {True: "true", False: "false", None: _("nothing")}.get(value) if isinstance(value, bool | None) else None
    shown = written if written is not None else str(value)
    return shown if len(shown) <= MAX_VALUE else f"{shown[:MAX_VALUE]}…"
