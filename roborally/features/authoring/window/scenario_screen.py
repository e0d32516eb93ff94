"""The screen that plays a scenario like a replay, and says at its end whether it holds."""

import re
from collections.abc import Sequence
from typing import Any

from roborally.base.translation import _
from roborally.game.scenario.compare import Difference
from roborally.game.scenario.show import Performance
from roborally.plugin import text
from roborally.ui.lost_views import sound_views
from roborally.ui.replay.film import Film
from roborally.ui.replay.replay_screen import ReplayScreen
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.dialogs import Action, Dialog

MAX_DIFFERENCES = 4
"""The maximum number of differences that are listed; the others are counted."""
MAX_VALUE = 80
"""The maximum number of letters of a value that are shown."""

MOMENTS = {"turn": text("turn {number}"), "register": text("register {number}"), "start": text("start")}
"""The words of a moment in a scenario file, such as `turn 2 register 5`, with their texts for players."""


def scenario_screen(
    app: App,
    performance: Performance,
    buttons: Sequence[tuple[str, Action]] = (),
    *,
    leave: Action,
    speed: str = "normal",
) -> ReplayScreen:
    """Return the screen that plays a scenario from its beginning; a dialog at its end says whether it holds.

    `buttons` are pairs of text and action for that dialog, by default to go back and to watch it again.
    """

    def again() -> None:
        app.pop()
        screen.go_to(0)
        screen.playback.paused = False

    def back() -> None:
        app.pop()
        leave()

    def conclude() -> None:
        differences = performance.differences
        title = _("The scenario does not hold") if differences else _("The scenario holds")
        paragraphs = sentences(differences) or [_("Everything is as it says.")]
        paragraphs += [why.as_sentence() for why in app.without_views.values()]
        shown = buttons or [(_("Back"), back), (_("Watch again"), again)]
        app.push(Dialog(app, title, "\n\n".join(paragraphs), shown, row=len(shown) < 3, width=560))

    game = performance.game
    film = Film(game, performance.record, sound_views(app, game.plugins), start=performance.start)
    film.ended = True  # a scenario has a result even if no robot has won
    screen = ReplayScreen(
        app, film, leave=leave, show_result=lambda context: conclude(), speed=speed, caption=performance.name
    )
    return screen


def sentences(differences: Sequence[Difference]) -> list[str]:
    """Return sentences about the differences: at most `MAX_DIFFERENCES`, and one that counts the others."""
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
    """Return a moment of a scenario file, such as `turn 2`, in the player's language; unchanged if it is unknown."""
    parts = re.findall(r"\b(turn|register|start)\b ?(\d*)", after)
    return ", ".join(_(MOMENTS[kind]).format(number=number) for kind, number in parts) or after


def _brief(value: Any) -> str:
    """Return a value as it is written in a scenario file, cut to `MAX_VALUE` letters."""
    written = {True: "true", False: "false", None: _("nothing")}.get(value) if isinstance(value, bool | None) else None
    shown = written if written is not None else str(value)
    return shown if len(shown) <= MAX_VALUE else f"{shown[:MAX_VALUE]}…"
