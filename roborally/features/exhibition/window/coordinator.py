"""Runs an exhibition in the window: a game, the standings, the next game, and so on to the last one."""

import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Protocol

import arcade
from msgspec import structs

from roborally.arena.live import LiveGames, News, WatchedSession
from roborally.arena.plan import Exhibition, ExhibitionGames, Terms, lineup_places, seed_of
from roborally.arena.play import Outcome
from roborally.arena.results import Results
from roborally.arena.standings import Standings
from roborally.base.errors import GameError
from roborally.base.translation import _, use_language
from roborally.bots.registry import bot_names, bot_title
from roborally.features.exhibition.window.exhibition_screen import ExhibitionScreen
from roborally.features.exhibition.window.standings_page import ExhibitionProgress, StandingsPage
from roborally.game.quick_seats import bot_name
from roborally.game.records.recorder import Recorder
from roborally.game.session.bot_pool import BotPool
from roborally.narration.words import listed
from roborally.plugin_system.loader import Catalogue
from roborally.profile import load_settings
from roborally.ui.board.actors import robot_picture
from roborally.ui.match.match_screen import MatchScreen
from roborally.ui.match.shown_match import ShownMatch
from roborally.ui.rescue.fault_desk import Saved
from roborally.ui.shell.services import Services
from roborally.ui.shell.window import open_window, run_window
from roborally.ui.toolkit.dialogs import Dialog

FACE = 128
"""The side of a robot's picture, in pixels."""


class GameSource(Protocol):
    """Plays games in another process, such as `roborally.arena.live.LiveGames`."""

    def begin(self, number: int) -> None:
        """Start to play the game with a number, after those that were begun before."""
        ...

    def poll(self) -> News | None:
        """Return the next message about the running games, `None` if none has arrived."""
        ...


class ExhibitionCoordinator:
    """Shows the games that are missing in `results`, and adds each one after its end has been shown.

    `kept` says whether the results are stored when the window closes. `leave()` goes back; by default it closes the
    window. `again()` starts another exhibition of the same bots. `problem` is the error that stopped the exhibition.
    """

    def __init__(
        self,
        services: Services,
        terms: Terms,
        results: Results,
        live: GameSource,
        *,
        kept: bool,
        leave: Callable[[], None] | None = None,
        again: Callable[[], None] | None = None,
    ) -> None:
        """Load the games that were played before; show nothing yet."""
        self._again = again
        self._recorder: Recorder | None = None
        """Records the game that was prepared last."""
        self._leave = leave or services.app.quit
        self._way_out = _("Quit RoboRally") if leave is None else _("Main menu")
        self.problem: GameError | None = None
        self._services = services
        self._app = services.app
        self._exhibition = terms.exhibition
        self._tables = ExhibitionGames(terms, services.catalogue)
        self._results = results
        self._live = live
        self._kept = kept
        self._speed = services.settings.moving_speed()
        self._names, self._styles = entrants_of(terms.exhibition, services.catalogue)
        self._games = max(terms.exhibition.games, len(results))  # there may be more games than requested now
        self._standings = Standings(terms.exhibition)
        self._last = ""
        self._shown: WatchedSession | None = None
        for result in results.games():
            self._standings.feed(result.game)

    def open(self) -> None:
        """Show the first game, or the standings if games have been played before."""
        self._services.go_on = self._saved
        number = self._next()
        session = None if number is None else self._prepare(number)
        if session is None or len(self._results):
            self._show_standings(session)
        else:
            self._play(session)

    def _next(self) -> int | None:
        """Return the number of the first game that has not been played, `None` if all have been."""
        return next((number for number in range(self._exhibition.games) if number not in self._results), None)

    # --- a game ---------------------------------------------------------------------------------------------------

    def _prepare(self, number: int) -> WatchedSession:
        """Start a game in another process, and return the session that follows it."""
        self._live.begin(number)
        game = self._tables.game(number)
        places = lineup_places(self._exhibition, number)
        names = [self._names[place] for place in places]
        seats = tuple(replace(seat, name=name) for seat, name in zip(game.seats, names, strict=True))
        named = [structs.replace(seat, name=name) for seat, name in zip(game.config.seats, names, strict=True)]
        game = replace(game, seats=seats, config=structs.replace(game.config, seats=named))  # the record has the config
        seed, limit = seed_of(self._exhibition, number), self._exhibition.limit
        session = WatchedSession.watch(game, seed, limit, self._read_messages)
        self._recorder = Recorder(session.game, seed)
        self._recorder.attach(session)
        return session

    def _read_messages(self) -> News | None:
        if self.problem is not None:
            return None
        try:
            return self._live.poll()
        except GameError as error:
            self._fail(error)
            return None

    def _play(self, session: WatchedSession) -> None:
        self._shown = session
        number, games = len(self._results) + 1, self._games
        self._app.replace(
            lambda: ExhibitionScreen(
                self._app,
                session,
                _("Game {number} of {games}").format(number=number, games=games),
                finished=self._finished,
                open_menu=self._open_match_menu,
                speed=self._speed,
                check=self._services.check,
            )
        )
        self._app.audio.music("match")

    def _finished(self, context: ShownMatch) -> None:
        """Store the result of the shown game, and show the standings."""
        screen, session = self._app.screens[0], context.session
        assert isinstance(screen, ExhibitionScreen)
        assert isinstance(session, WatchedSession)
        assert session.result is not None, "a game ends with its result"
        self._speed = screen.playback.speed
        try:
            self._results.add(session.result)
        except GameError as error:
            self._fail(error)
            return
        recorder, course = self._recorder, context.game.course.id
        assert recorder is not None, "every game is recorded"
        self._services.program.call("match_recorded", services=self._services, course=course, make=recorder.finished)
        outcome = session.result.game
        self._standings.feed(outcome)
        self._last = self._text(outcome, context)
        number = self._next()
        self._show_standings(None if number is None else self._prepare(number))

    def _text(self, outcome: Outcome, context: ShownMatch) -> str:
        """Return the result of a game in a sentence."""
        if outcome.failure:
            return _("A game failed: {failure}").format(failure=outcome.failure)
        places = lineup_places(self._exhibition, outcome.number)
        winners = [self._names[places[seat]] for seat in outcome.winners]
        names, teams = listed(winners), {self._exhibition.config.seats[seat].team for seat in outcome.winners}
        if len(winners) > 1 and len(teams) == 1 and 0 not in teams:
            names = _("Team {team}: {names}").format(team=teams.pop(), names=names)
        if len(winners) == 1:
            text = _("{names} wins on {course} in turn {turn}.")
        elif winners:
            text = _("{names} win on {course} in turn {turn}.")
        else:
            text = _("No winner on {course}; the game ended in turn {turn}.")
        return text.format(course=context.game.course.title, turn=outcome.turns, names=names)

    def _saved(self) -> Saved:
        """Return how the exhibition can continue after an error in the window: by showing the same game again."""
        session = self._shown
        if session is None:
            return Saved()
        return Saved(go_on=lambda: self._play(session), game=session.game)

    # --- between the games ----------------------------------------------------------------------------------------

    def _faces(self) -> list[arcade.Texture]:
        """Return a picture of each entrant's robot in the next game, or in the last one."""
        number = self._next()
        number = self._exhibition.games - 1 if number is None else number
        game, places = self._tables.game(number), lineup_places(self._exhibition, number)
        faces = {
            place: robot_picture(seat.robot, at, seat.team - 1 if seat.team else at, game.plugins, FACE)
            for at, (seat, place) in enumerate(zip(game.config.seats, places, strict=True))
        }
        return [faces[place] for place in sorted(faces)]

    def _show_standings(self, session: WatchedSession | None) -> None:
        """Show the standings, and `session` as the next game unless it is `None`."""
        following = ShownMatch.of(session) if session is not None else None
        again = [(_("Play again"), "play", self._again)] if self._again is not None else []
        if (last := self._recorder) is not None:
            watch = partial(self._services.router.open, "replay", game=last.game, record=last.record)
            again.append((_("Watch the last game"), "eye", watch))

        def go_on() -> None:
            assert session is not None, "the page has a next game"
            page = self._app.screens[0]
            assert isinstance(page, StandingsPage)
            self._speed = page.speed
            self._play(session)

        self._app.replace(
            lambda: StandingsPage(
                self._app,
                self._services.catalogue,
                ExhibitionProgress(
                    self._standings.rows(),
                    self._names,
                    self._styles,
                    self._faces(),
                    len(self._results),
                    self._games,
                    self._last,
                ),
                following,
                go_on=go_on,
                open_menu=self._open_menu,
                leave=self._leave,
                way_out=self._way_out if self._leave != self._app.quit else "",
                again=again,
                speed=self._speed,
            )
        )
        self._app.audio.music("menu")

    # --- menus ----------------------------------------------------------------------------------------------------

    def _open_match_menu(self, screen: MatchScreen) -> None:
        def settings() -> None:
            self._app.pop()
            self._services.settings.open()

        self._open_menu(settings)

    def _open_menu(self, settings: Callable[[], None] | None = None) -> None:
        text = _("Finished games are kept; the same command continues with the rest.")
        buttons = [(_("Back"), self._app.pop)]
        if settings is not None:
            buttons.append((_("Settings"), settings))
        buttons.append((self._way_out, self._leave))
        self._app.push(Dialog(self._app, _("Menu"), text if self._kept else "", buttons, row=False, width=400))

    def _fail(self, error: GameError) -> None:
        self.problem = error
        title, text = _("The exhibition cannot go on"), error.message.as_sentence()
        self._app.push(Dialog(self._app, title, text, [(self._way_out, self._leave)]))


def entrants_of(exhibition: Exhibition, catalogue: Catalogue) -> tuple[list[str], list[str]]:
    """Return the names of the bots in an exhibition, and for each bot a text about its style and thinking time.

    If each bot keeps its robot, its name is that of its seat (CLI-2424).
    """
    styles = [
        " ".join(filter(None, (bot_title(name.partition(":")[0], catalogue), budget_of(name))))
        for name in exhibition.bots
    ]
    if exhibition.together:
        return [seat.name for seat in exhibition.config.seats], styles
    names: list[str] = []
    for _bot in exhibition.bots:
        names.append(bot_name("", names))
    return names, styles


def budget_of(bot: str) -> str:
    """Return the thinking time in a bot's name, such as `40 ms`; empty if it has none."""
    return re.sub(r"(?<=\d)(?=[a-z])", "\N{NO-BREAK SPACE}", bot.partition(":")[2])


def watch_exhibition(terms: Terms, results: Results, catalogue: Catalogue, *, kept: bool) -> None:
    """Show an exhibition in a window until the window is closed; raise `GameError` if it cannot continue."""
    settings, notices = load_settings()
    services = open_window(catalogue, BotPool(), bot_names(catalogue), settings)
    live = LiveGames(terms)
    try:
        exhibit = ExhibitionCoordinator(services, terms, results, live, kept=kept)
        exhibit.open()
        services.settings.report(notices)
        run_window(services)
    finally:
        live.close()
        use_language()  # the command line is in English
    if exhibit.problem is not None:
        raise exhibit.problem
