"""Checks a plugin in every way: files, scenarios, games and view, with a limit for each step.

The plugin's code may damage the process, so `roborally plugin check` does this in a child process (`child`).
"""

import traceback
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

from roborally.features.authoring.checks.play_check import Trial
from roborally.features.authoring.checks.plugin_check import check_plugin
from roborally.features.authoring.checks.report import Report, tidied
from roborally.features.authoring.checks.step_limit import USUAL, Bounds, StepLimit, StepTooLong, place_in
from roborally.features.authoring.checks.view_check import check_views
from roborally.plugin_system.blame import line_of
from roborally.plugin_system.loader import Plugin, find_plugins
from roborally.plugin_system.manifest import read_manifest

Progress = Callable[[Report, str, bool], None]
"""A function that is called with the report so far, the next step, and whether the check is finished."""


class FullCheck:
    """One check of the plugin in a folder; `report` has what was found."""

    def __init__(
        self, folder: Path, progress: Progress, window_part: Callable[[str], ModuleType], bounds: Bounds = USUAL
    ) -> None:
        """Prepare the check; `progress` is called at each step; `window_part` imports a window module by name."""
        self.report = Report(folder)
        self._folder = folder
        self._progress = progress
        self._window_part = window_part
        self._limit = StepLimit(folder, lambda doing: progress(self.report, doing, False), bounds)

    def run(self) -> None:
        """Run all checks; code that runs without end is reported and ends the check."""
        trial = None
        try:
            self._limit.begin("read its files")
            check_plugin(self._folder, self.report, self._limit.begin, bots=False)
            if self.report.playable and not self._limit.stopped:
                trial = self._trial()
                trial.ran |= self.report.ran
                trial.play(self.report.modes)
                self._limit.begin("show it in the window")
                check_views(trial.plugin, trial.catalogue, self.report, self._limit, self._window_part)
        except StepTooLong:
            pass  # the limit has recorded it, like those that the plugin's code has swallowed
        except MemoryError as error:
            self.report.problems.append(self._memory_problem(error))
        finally:
            self._limit.end()
        loops = {(stop.place.partition(":")[0], stop.function): str(stop) for stop in reversed(self._limit.stopped)}
        self.report.problems += loops.values()
        if trial is not None:
            self.report.games = sum(trial.games.values())
            self.report.modes = [mode for mode in self.report.modes if mode in trial.active] or self.report.modes
        tidied(self.report)
        self._progress(self.report, "", True)

    def play_again(self, modes: list[str]) -> None:
        """Play only the games whose turns are recorded in `Report.turns`, in some modes."""
        self._trial().play(modes, only_recorded=True)
        self._progress(self.report, "", True)

    def _trial(self) -> Trial:
        catalogue = find_plugins()
        plugin = Plugin(self._folder, read_manifest(self._folder))
        catalogue.plugins[plugin.id] = plugin
        return Trial(plugin, catalogue, self._limit, self.report)

    def _memory_problem(self, error: MemoryError) -> str:
        """Return the problem that a function of the plugin takes too much memory."""
        frames = [frame for frame, _line in traceback.walk_tb(error.__traceback__)]
        names = [name for frame in frames if (name := place_in(frame, self._folder)[1])]
        what = names[-1] if names else "something that it has begun"
        where = line_of(error, self._folder) or "rules.py"
        return f"{where}: {what} takes too much memory (in this step: {self._limit.doing}; 1 GB was not enough)"
