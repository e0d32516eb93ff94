"""Replays a recorded match and returns it as the data of an HTML page, as one seat or the public may see it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from roborally.base.errors import GameError
from roborally.base.player_names import isolated
from roborally.base.translation import languages, speaking
from roborally.core.decisions import AnswerError
from roborally.core.events import Event, Watch, is_for
from roborally.core.geometry import Cell
from roborally.core.match import Match
from roborally.core.observation import SPECTATOR, Observation, observe
from roborally.game.factory import Game
from roborally.game.records.playing_again import play_again
from roborally.game.records.recorder import Record, ReplayError, changed_plugins
from roborally.narration.causes import Causes
from roborally.narration.chronicle import Chronicle, is_sentence, piece_names, topic
from roborally.narration.match_log import MatchLog
from roborally.narration.page.acts import Act, Acts, shut_edges
from roborally.narration.page.collected import Collected
from roborally.narration.page.piece_status import PieceStatus, Row
from roborally.narration.page.words import interface
from roborally.narration.words import Words
from roborally.plugin import PluginError


@dataclass
class Beat:
    """Events at the same time, their acts (see `Acts`), and pairs of a piece's index and its new `Row`."""

    events: list[Event]
    acts: list[Act] = field(default_factory=list)
    rows: list[tuple[int, Row]] = field(default_factory=list)


class Story:
    """The beats of a recorded match, or of one of its turns, and the state before them.

    `seat` is the reader of the page, `SPECTATOR` for everybody: events and observations are those of that seat.
    """

    def __init__(self, game: Game, record: Record, *, turn: int | None = None, seat: int = SPECTATOR) -> None:
        """Replay a record; raise `GameError` if it has no such turn or seat, or if it cannot be replayed."""
        if not SPECTATOR <= seat < len(game.seats):
            raise no_such_seat(game, seat)
        if changed := changed_plugins(record, game):
            raise ReplayError("{changed}, so no page can be made of it", changed=changed[0])
        self.game = game
        self.seat = seat
        self.standings = PieceStatus(game.plugins)
        self.beats: list[Beat] = []
        self.turns: list[tuple[int, int]] = []
        """Pairs for the turns: the index of the first beat (0 for the first turn), and the number of the turn."""
        self._turn = turn
        self._begun = turn is None
        self._ended = False
        self._play(record)
        if not self._begun:
            raise GameError(
                "--turn {turn}: this replay has the turns 1 to {last}", turn=turn, last=max(1, self._last_turn)
            )

    def _play(self, record: Record) -> None:
        watch = Watch(self._on_event)
        self._match: Match | None = None
        self._last_turn = 0
        try:
            for number, match in enumerate(play_again(record, self.game, watch)):
                if number == 0:
                    self._match = match
                    self._open(observe(match, self.seat))
        except (AnswerError, PluginError) as error:
            raise ReplayError("cannot be played again: {error}", error=str(error)) from None
        if self._match is not None:
            self._note_rows()

    def _open(self, observation: Observation) -> None:
        """Begin the story at this moment: keep the state in the observation, and drop earlier beats."""
        self.start = observation
        self.rows = self.standings.rows(observation)
        match = observation.match()
        self.places = [match.cell_of(piece) for piece in match.state.pieces]
        self.facings = [piece.facing for piece in match.state.pieces]
        self.shut = shut_edges([match.floor.board.gates[number] for number in observation.data["shut"]])
        self._last_rows = self.rows
        self.beats.clear()

    def _on_event(self, event: Event) -> None:
        if self._match is None:
            return  # the first observation already includes the opening
        if event["type"] == "moment" and event["name"] == "start":
            self._begin_turn(event["turn"])
        if self._ended or not is_for(event, self.seat):
            return
        if not self.beats or self.beats[-1].events[0]["beat"] != event["beat"]:
            if self._begun:
                self._note_rows()
            self.beats.append(Beat([]))
        self.beats[-1].events.append(event)

    def _begin_turn(self, turn: int) -> None:
        assert self._match is not None
        self._last_turn = turn
        if self._turn is not None and turn == self._turn:
            self._open(observe(self._match, self.seat))
            self._begun = True
        elif self._turn is not None and turn > self._turn and self._begun and not self._ended:
            self._note_rows()
            self._ended = True
        if self._begun and not self._ended:
            self.turns.append((len(self.beats) if self.turns else 0, turn))

    def _note_rows(self) -> None:
        assert self._match is not None
        if not self.beats or self._ended:
            return
        now = self.standings.rows(observe(self._match, self.seat))
        self.beats[-1].rows += [
            (piece, row) for piece, (row, before) in enumerate(zip(now, self._last_rows, strict=True)) if row != before
        ]
        self._last_rows = now


def no_such_seat(game: Game, seat: int) -> GameError:
    """Return the error for the number `seat`, which no seat of the match has."""
    return GameError("--seat must be a number from 0 to {most}, not {seat}", most=len(game.seats) - 1, seat=seat)


def story_data(story: Story, board: str) -> dict[str, Any]:
    """Return the data of a page for its script; `board` is the picture of the board as a `data:` URL."""
    game = story.game
    match = story.start.match()
    collected = Collected(game.plugins, story.standings.liveries(match))
    belts = belts_of(game)
    acts = Acts(collected, story.places, belts)
    for beat in story.beats:
        beat.acts = acts.of_beat(beat.events)
    return {
        "version": 1,
        "size": [game.course.board.width, game.course.board.height],
        "board": board,
        "belts": [[*cell, direction] for cell, direction in belts.items()],
        "seat": story.seat,
        "pieces": [
            {"seat": piece.seat, "picture": collected.portrait(piece, game), **collected.livery(piece)}
            for piece in match.state.pieces
        ],
        "gauges": collected.gauges(story.standings),
        "goals": story.standings.goals(story.start),
        "damage": collected.symbol("damage", "bad"),
        "start": {
            "at": [list(place) if place is not None else None for place in story.places],
            "facing": story.facings,
            "rows": story.rows,
            "shut": story.shut,
        },
        "beats": [[beat.acts, beat.rows] for beat in story.beats],
        "turns": [list(turn) for turn in story.turns],
        "words": list(_in_all_languages(story)),
        "pictures": collected.pictures,
        "colours": collected.colours,
    }


def belts_of(game: Game) -> dict[Cell, int]:
    """Return the directions of belts, that is, elements animated as such, by cell, in the order of x, then y."""
    moved = {
        kind
        for plugin in game.plugins
        for kind, manifest in plugin.manifest.element.items()
        if manifest.animation == "belt"
    }
    elements = [entry for entry in game.course.board.elements if entry.kind in moved and "direction" in entry.values]
    return {entry.cell: entry.values["direction"] for entry in sorted(elements, key=lambda entry: entry.cell)}


def _in_all_languages(story: Story) -> Iterator[dict[str, Any]]:
    """Yield for each language a dict of the page's texts: controls, names, and the log's lines with their beats."""
    events = [(number, event) for number, beat in enumerate(story.beats) for event in beat.events]
    board = story.game.course.board
    stands = {piece: cell for piece, cell in enumerate(story.places) if cell is not None}
    for language in languages():
        with speaking(language):
            names = [isolated(name) for name in piece_names(story.game)]
            log = MatchLog(Chronicle(names, story.game.plugins, board))
            log.causes = Causes(board, stands, [board.gates[number] for number in story.start.data["shut"]])
            starts: list[int] = []
            for number, event in events:
                log.narrate(event)
                starts += [number] * (len(log) - len(starts))
            yield {
                "language": language,
                "interface": interface(),
                "title": _title(story),
                "names": names,
                "gauges": story.standings.titles(),
                "equipment": _equipment(story),
                "log": [
                    [at, line, line_kind(story.game, log, number)]
                    for number, (at, line) in enumerate(zip(starts, log, strict=True))
                ],
                "cells": cells_of(story.game),
            }


def line_kind(game: Game, log: MatchLog, number: int) -> int:
    """Return 1 if the line with this number is a heading, 2 if it is shown in large letters over the board, else 0."""
    if not is_sentence(log[number - log.first]):
        return 1
    name = topic(log.event(number))
    return 2 if any(name in plugin.manifest.act and plugin.manifest.act[name].banner for plugin in game.plugins) else 0


def _title(story: Story) -> str:
    mode = next((plugin for plugin in story.game.plugins if plugin.id == story.game.config.match.mode), None)
    course = story.game.course.title
    return course if mode is None else f"{mode.title}: {course}"


def _equipment(story: Story) -> dict[str, str]:
    """Return the titles of all cards that pieces have in the story, by the id of the card."""
    words = Words(story.game.plugins)
    rows: Sequence[Row] = [*story.rows, *(row for beat in story.beats for _piece, row in beat.rows)]
    cards = sorted({card for row in rows for card in (*row[3], *row[5])})
    return {card: words.card_title(card) for card in cards}


def cells_of(game: Game) -> list[list[Any]]:
    """Return lists of x, y and text, one for each cell with elements; the text describes them to players."""
    words = Words(game.plugins)
    sentence: dict[tuple[int, int], list[str]] = {}
    for element in game.course.board.elements:
        if text := words.element(element):
            sentence.setdefault(element.cell, []).append(text)
    return [[*cell, " ".join(texts)] for cell, texts in sorted(sentence.items())]
