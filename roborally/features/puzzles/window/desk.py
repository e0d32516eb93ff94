"""Runs the puzzles: their list, a puzzle, its result, the next puzzle."""

from collections.abc import Callable
from functools import partial

from roborally.base.errors import GameError
from roborally.base.translation import _
from roborally.features.puzzles.file import LEVELS, TITLES, Puzzle, load_puzzles
from roborally.features.puzzles.progress import PATIENCE, note_attempt, puzzle_progress, state_text
from roborally.features.puzzles.window.puzzle_guide import PuzzleGuide
from roborally.features.puzzles.window.puzzle_page import PuzzlePage
from roborally.game.scenario.lessons import Attempt
from roborally.plugin_system.loader import Catalogue
from roborally.ui.match.attempt_screen import AttemptEnd, AttemptScreen
from roborally.ui.shell.services import Services
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.dialogs import Action, announce, message, showing_errors


class PuzzleCoordinator:
    """Leads through the puzzles; `leave()` goes back to the previous page, `speed()` returns the speed's name."""

    def __init__(
        self,
        app: App,
        catalogue: Catalogue,
        leave: Callable[[], None],
        speed: Callable[[], str],
        *,
        check: bool = False,
    ) -> None:
        self.app = app
        self.catalogue = catalogue
        self.leave = leave
        self.speed = speed
        self.check = check
        self.level = LEVELS[0]
        self._read: dict[str, list[Puzzle]] = {}

    @property
    def puzzles(self) -> dict[str, list[Puzzle]]:
        """The puzzles by level, read at the first use; raises `GameError` if a file is unusable."""
        if not self._read:
            self._read = {level: load_puzzles(level) for level in LEVELS}
        return self._read

    def open(self) -> None:
        """Show the list at the level of the last puzzle; show a message if the files are unusable."""
        with showing_errors(self.app, _("The puzzles cannot be used")):
            puzzles = self.puzzles
            progress = puzzle_progress()
            self.app.replace(
                lambda: PuzzlePage(self.app, self.catalogue, puzzles, progress, self.level, self.begin, self.leave)
            )
            self.app.audio.music("menu")

    def begin(self, level: str, number: int, *, solution: bool = False) -> None:
        """Start a puzzle, or show its solution; show a message if it is unusable. `number` counts from 0."""
        puzzle = self.puzzles[level][number]
        announce(self.app)
        try:
            attempt = Attempt(puzzle.lesson(), self.catalogue)
        except GameError as error:
            message(self.app, _("This puzzle cannot be used"), error.message)
            return
        self.level = level
        edition = self.catalogue.get(puzzle.mode).title
        title = " · ".join([_("Puzzle {number}").format(number=number + 1), _(TITLES[level]), edition])
        tries = puzzle_progress().tries.get(puzzle.id, 0)
        show = None if solution else partial(self.begin, level, number, solution=True)
        self.app.replace(
            lambda: AttemptScreen(
                self.app,
                attempt,
                lambda screen: PuzzleGuide(screen, puzzle, title, tries, show),
                goal=_("The goal of this puzzle"),
                ended=partial(self._shown if solution else self._ended, level, number),
                leave=self.open,
                speed=self.speed(),
                check=self.check,
            )
        )
        self.app.audio.music("match")

    def _shown(self, level: str, number: int, attempt: Attempt) -> None:
        """Offer what to do next after a solution has been shown."""
        again: tuple[str, Action] = (_("Try it yourself"), partial(self.begin, level, number))
        buttons = [again, (_("All puzzles"), self.open)]
        text = _("That was one way. Now lay it yourself.")
        self.app.push(AttemptEnd(self.app, _("A solution"), text, buttons, self.open))

    def _ended(self, level: str, number: int, attempt: Attempt) -> None:
        """Store the result of a puzzle, and show it with what to do next."""
        puzzle, wrong = self.puzzles[level][number], attempt.sentences()
        again: tuple[str, Action] = (_("Try again"), partial(self.begin, level, number))
        to_list: tuple[str, Action] = (_("All puzzles"), self.open)
        before = puzzle_progress()
        notice = _stored(puzzle, not wrong)
        progress = puzzle_progress()
        if wrong:
            buttons = [again, to_list]
            if progress.tries.get(puzzle.id, 0) >= PATIENCE:
                buttons.insert(1, (_("Show a solution"), partial(self.begin, level, number, solution=True)))
            text = "\n".join([*wrong, state_text(progress, puzzle.id)])
            self.app.push(AttemptEnd(self.app, _("Not yet"), text, buttons, self.open))
        else:
            following = self._next(level, number, progress.solved)
            sentence = (
                _("There is 1 program that does it.") if puzzle.ways == 1 else _("There are {count} ways to do it.")
            )
            text = sentence.format(count=puzzle.ways)
            if progress.streak > max(1, before.streak):
                text += " " + _("{count} in a row without a wrong try!").format(count=progress.streak)
            buttons = [to_list]
            if following is None:
                text += " " + _("That was the last one of this level.")
            else:
                buttons.insert(0, (_("Next puzzle"), partial(self.begin, level, following)))
            self.app.push(AttemptEnd(self.app, _("Solved!"), text, buttons, self.open))
        if notice is not None:
            message(self.app, _("Your progress could not be saved"), notice.message)

    def _next(self, level: str, number: int, solved: frozenset[str]) -> int | None:
        """Return the number of the level's next unsolved puzzle, after `number` or from the start; `None` for none."""
        puzzles = self.puzzles[level]
        order = [*range(number + 1, len(puzzles)), *range(number)]
        return next((at for at in order if puzzles[at].id not in solved), None)


def _stored(puzzle: Puzzle, solved: bool) -> GameError | None:
    """Store a try; return the error if that fails, otherwise `None`."""
    try:
        note_attempt(puzzle.id, solved)
    except GameError as error:
        return error
    return None


def open_list(services: Services) -> None:
    """Open the list at the level of the last puzzle."""
    services.of(_puzzles).open()


def _puzzles(services: Services) -> PuzzleCoordinator:
    app, catalogue, back = services.app, services.catalogue, services.router.back
    return PuzzleCoordinator(app, catalogue, back, services.settings.moving_speed, check=services.check)
