"""`FaultDesk`, which handles unexpected errors in the window: it saves the match and opens a page about the error."""

import logging
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from roborally.base import paths
from roborally.base.errors import GameError, Message
from roborally.base.translation import _, plugin_text
from roborally.core.events import Event
from roborally.game.factory import Game
from roborally.plugin_system.faults import Fault, fault_of
from roborally.plugin_system.loader import Catalogue, Plugin
from roborally.profile.fault_report import keep_report, report_of
from roborally.ui.rescue.fault_page import FaultPage
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.dialogs import Action

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Saved:
    """How the match or page that was open can go on after an error.

    `sentence` says what has been saved. `go_on` continues, `go_on_without(effects)` continues without some effects of
    plugins (by name); both are `None` if that is impossible. `keep` are further buttons: captions and actions. `look`
    is called regularly, and continues once the cause has been fixed. `progress` is a number, such as that of answers:
    a second error at the same number means that continuing does not help; -1 is unknown. `events` and `game` are those
    of the match, `moment` is its turn and stage as a text.
    """

    sentence: str = ""
    go_on: Action | None = None
    progress: int = -1
    events: Sequence[Event] = ()
    game: Game | None = None
    moment: str = ""
    go_on_without: Callable[[Sequence[str]], None] | None = None
    keep: Sequence[tuple[str, Action]] = ()
    look: Action | None = None


class FaultDesk:
    """Handles errors that no other code in the window has caught (`App.on_fault`)."""

    def __init__(
        self,
        app: App,
        catalogue: Catalogue,
        *,
        save: Callable[[], Saved],
        main_menu: Action,
    ) -> None:
        self._app = app
        self._catalogue = catalogue
        self._save = save
        self._main_menu = main_menu
        self._last: tuple[str, int] | None = None

    def take(self, error: BaseException) -> None:
        """Save the open match or page and show the page about an error; raise the error if that page itself has failed.

        If a plugin's addition to the window fails, the match goes on at once without the plugin's additions.
        """
        _log.debug("an error in the window", exc_info=error)
        if any(isinstance(screen, FaultPage) for screen in self._app.screens[-1:]):
            raise error
        saved = self._save()
        game = saved.game
        plugins = game.plugins if game is not None else tuple(self._catalogue.plugins.values())
        fault = fault_of(error, plugins, game.rules if game is not None else None)
        again = self._is_the_last(error, saved)
        self._last = place_of(error), saved.progress
        if fault is not None and fault.in_view and saved.go_on is not None and self._leave_out_view(fault):
            self._app.abandon()
            saved.go_on()
            return
        report = report_of(error, self._catalogue, saved.events, what=str(fault.message) if fault is not None else "")
        title, sentences = _text(fault, saved, plugins)
        sentences.append(self._keep(report, _authors_of(fault, plugins)))
        ways = _ways(fault, saved, again=again)
        if again and saved.go_on is not None and saved.progress >= 0:
            sentences[1] = _(
                "The same error has come again. Your match has been kept; “Continue” in the main menu tries once more."
            )
        page = FaultPage(
            self._app,
            title,
            [sentence for sentence in sentences if sentence],
            report,
            ways=ways,
            main_menu=self._main_menu,
            look=saved.look,
        )
        self._app.abandon()
        self._app.push(page)

    def _leave_out_view(self, fault: Fault) -> bool:
        """Leave out a plugin's additions to the window from now on; return false if they were left out already."""
        if fault.plugin in self._app.without_views:
            return False
        self._app.without_views[fault.plugin] = fault.message
        self._app.unreported_views.append(fault.plugin)
        return True

    def _is_the_last(self, error: BaseException, saved: Saved) -> bool:
        """Return whether an error is the previous one: raised at the same place, or without progress since then."""
        return self._last is not None and (place_of(error) == self._last[0] or saved.progress == self._last[1] >= 0)

    @staticmethod
    def _keep(report: str, authors: str) -> str:
        """Write the report to a file; return a sentence about where the file is and who needs it."""
        text = _("“Copy report” copies what the authors of the game need to find the cause.")
        if authors:
            text = _("“Copy report” copies what the authors of the plugin need to find the cause: {authors}.")
            text = text.format(authors=authors)
        try:
            path = keep_report(paths.report_folder(), report, datetime.now())
        except GameError:
            return text
        return text + " " + _("The report is also in {path}.").format(path=path)


def _text(fault: Fault | None, saved: Saved, plugins: Sequence[Plugin]) -> tuple[str, list[str]]:
    """Return the title of the page about an error, and its first two paragraphs."""
    if fault is None:
        first = _("An unexpected error has stopped what you were doing.")
        return _("Something has failed"), [first, saved.sentence]
    where = _("{file}, line {line}").format(file=fault.file, line=fault.line) if fault.line else fault.file
    if saved.moment:
        where = _("{place} ({moment})").format(place=where, moment=saved.moment)
    first = Message.of("It failed in {place}: {error}", place=where, error=fault.error).as_sentence()
    name = plugin_text(next(plugin for plugin in plugins if plugin.id == fault.plugin).folder, fault.title)
    title, second = _("Plugin “{title}” has failed").format(title=name), [saved.sentence]
    if fault.effects and saved.go_on_without is not None:
        second.append(
            _("You can go on without the part that has failed: {effect}. The rest of the plugin stays.").format(
                effect=fault.effect
            )
        )
    return title, [first, " ".join(sentence for sentence in second if sentence)]


def _authors_of(fault: Fault | None, plugins: Sequence[Plugin]) -> str:
    """Return the names of the failed plugin's authors; empty for plugins of the game and without a plugin."""
    plugin = next((plugin for plugin in plugins if fault is not None and plugin.id == fault.plugin), None)
    if plugin is None or plugin.folder.parent == paths.plugin_folder():
        return ""
    return ", ".join(plugin.manifest.authors)


def _ways(fault: Fault | None, saved: Saved, *, again: bool) -> list[tuple[str, Action]]:
    """Return pairs (caption, action) of buttons that continue the match; `again`: the error has come back."""
    ways: list[tuple[str, Action]] = []
    go_on_without = saved.go_on_without
    if fault is not None and fault.effects and go_on_without is not None:
        effects = fault.effects
        ways.append((_("Go on without this effect"), lambda: go_on_without(effects)))
    if saved.go_on is not None and not again:
        ways.append((_("Continue the match"), saved.go_on))
    return [*ways, *(saved.keep if fault is not None else ())]


def place_of(error: BaseException) -> str:
    """Return the type of an error, and the file and line of the code that raised the error, as one text."""
    frames = traceback.extract_tb(error.__traceback__)
    at = f" {frames[-1].filename}:{frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__}{at}"
