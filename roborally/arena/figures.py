"""The figures of an exhibition as plain data: shares of wins, lengths, destructions, traffic, thinking time.

Reports and tables show them. Games are added one by one in the order of their numbers and are not stored.
"""

import statistics
from collections import Counter
from collections.abc import Iterable
from typing import Any

import msgspec

from roborally.arena.intervals import percentile, wilson
from roborally.arena.plan import Result, Terms, course_names
from roborally.arena.play import FAILED, Outcome, Thinking
from roborally.arena.remarkable import Remarkable
from roborally.plugin_system.loader import Catalogue

ENDINGS = {
    "goal": "won by reaching the goal",
    "elimination": "won as the last robot left",
    "draw": "without a winner",
    "limit": "stopped at the turn limit",
    FAILED: "failed: a fault of a plugin",
}


def endings_of(figures: dict[str, Any], catalogue: Catalogue) -> dict[str, str]:
    """Return the texts for the ways in which a game can end, by their names in `figures`; a mode may have its own."""
    mode = catalogue.plugins.get(figures["mode"])
    own = mode.manifest.result if mode is not None else {}
    return {**ENDINGS, **{str(ending): words for ending, words in own.items()}}


def ranked_titles(figures: dict[str, Any], catalogue: Catalogue) -> dict[str, str]:
    """Return the titles, in lower case, of the numbers (gauges) that rank robots in the mode, by name, in order."""
    gauges = {name: gauge for plugin in catalogue.plugins.values() for name, gauge in plugin.manifest.gauge.items()}
    names = {name for row in figures["by_bot"] for name in row["ranked"]}
    return {
        name: gauges[name].title.replace("\u00ad", "").lower() if name in gauges else name
        for name in sorted(names, key=lambda name: (gauges[name].order if name in gauges else 0, name))
    }


class _Share:
    """Counts the games of a bot, a seat or a robot, and its wins; `expected` are the wins expected by chance."""

    def __init__(self) -> None:
        self.played = self.wins = self.destroyed = self.checkpoints = self.faults = 0
        self.expected = 0.0
        self.ranked: Counter[str] = Counter()

    def feed(self, game: Outcome, seat: int) -> None:
        self.played += 1
        self.wins += seat in game.winners
        self.destroyed += game.destroyed[seat]
        self.checkpoints += game.checkpoints[seat]
        self.faults += game.faults[seat]
        self.expected += len(game.winners) / len(game.bots)
        for name, numbers in game.ranked.items():
            self.ranked[name] += numbers[seat]

    def data(self) -> dict[str, Any]:
        low, high = wilson(self.wins, self.played)
        return {
            "played": self.played,
            "wins": self.wins,
            "share": self.wins / self.played,
            "low": low,
            "high": high,
            "expected": self.expected / self.played,
            "checkpoints": self.checkpoints,
            "ranked": dict(self.ranked),
            "destroyed": self.destroyed,
            "faults": self.faults,
        }


class _Course:
    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.games = 0
        self.ended: Counter[str] = Counter()
        self.turns: Counter[int] = Counter()
        self.seats: dict[int, _Share] = {}
        self.traffic = [0] * (width * height)
        self.deaths: Counter[tuple[int, int]] = Counter()

    def feed(self, game: Outcome) -> None:
        self.games += 1
        self.ended[game.ended] += 1
        if game.failure:
            return
        if game.ended != "limit":
            self.turns[game.turns] += 1
        for seat in range(len(game.bots)):
            self.seats.setdefault(seat, _Share()).feed(game, seat)
        for cell, count in enumerate(game.traffic):
            self.traffic[cell] += count
        self.deaths.update((death.x, death.y) for death in game.destructions)

    def data(self) -> dict[str, Any]:
        deaths = sum(self.deaths.values())
        return {
            "games": self.games,
            "ended": {name: self.ended[name] for name in ENDINGS},
            "turns": _turns(self.turns),
            "destructions_per_game": deaths / max(1, self.games),
            "by_seat": [{"seat": seat + 1, **share.data()} for seat, share in sorted(self.seats.items())],
            "traffic": [self.traffic[row : row + self.width] for row in range(0, len(self.traffic), self.width)],
            "deaths": [[x, y, count] for (x, y), count in sorted(self.deaths.items())],
        }


class Figures:
    """Collects the figures of an exhibition, game by game."""

    def __init__(self, terms: Terms) -> None:
        self._terms = terms
        self._courses = {course.id: _Course(course.width, course.height) for course in terms.courses}
        self._bots: dict[str, _Share] = {}
        self._seats: dict[int, _Share] = {}
        self._robots: dict[str, _Share] = {}
        self._thinking: dict[str, Thinking] = {}
        self._problems: dict[str, Counter[str]] = {}
        self._causes: Counter[str] = Counter()
        self._failures: dict[str, list[int]] = {}
        self._remarkable = Remarkable()

    def feed(self, result: Result) -> None:
        """Add the result of a game; call it in the order of the games' numbers."""
        game = result.game
        self._courses[game.course].feed(game)
        if game.failure:
            self._failures.setdefault(game.failure, []).append(game.number)
            return
        self._remarkable.feed(game)
        self._causes.update(death.cause for death in game.destructions)
        for seat, bot in enumerate(game.bots):
            self._bots.setdefault(bot, _Share()).feed(game, seat)
            self._seats.setdefault(seat, _Share()).feed(game, seat)
            self._robots.setdefault(game.robots[seat], _Share()).feed(game, seat)
            _add(self._thinking.setdefault(bot, Thinking()), result.thinking[seat])
            if game.problems[seat]:
                self._problems.setdefault(bot, Counter())[game.problems[seat]] += 1

    def data(self) -> dict[str, Any]:
        """Return the figures as in `report.json`; `turns` is about finished games only, `None` without any."""
        exhibition = self._terms.exhibition
        games = sum(course.games for course in self._courses.values())
        turns = sum((course.turns for course in self._courses.values()), Counter[int]())
        deaths = sum(self._causes.values())
        return {
            "game_version": self._terms.build.version,
            "mode": exhibition.config.match.mode,
            "course": ", ".join(course_names(exhibition)),
            "bots": list(exhibition.bots),
            "robots": list(exhibition.robots) or [seat.robot for seat in exhibition.config.seats],
            "games": games,
            "seed": exhibition.seed,
            "turn_limit": exhibition.limit,
            "ended": {name: sum(c.ended[name] for c in self._courses.values()) for name in ENDINGS},
            "turns": _turns(turns),
            "turn_counts": [[turn, count] for turn, count in sorted(turns.items())],
            "destructions_per_game": deaths / max(1, games),
            "causes": [
                {"cause": cause, "count": count, "share": count / deaths}
                for cause, count in sorted(self._causes.items(), key=lambda entry: (-entry[1], entry[0]))
            ],
            "by_bot": [{"bot": name, **share.data(), **self._of_bot(name)} for name, share in _by_key(self._bots)],
            "by_seat": [
                {"seat": seat + 1, "name": exhibition.config.seats[seat].name, **share.data()}
                for seat, share in sorted(self._seats.items())
            ],
            "by_robot": [{"robot": name, **share.data()} for name, share in _by_key(self._robots)],
            "by_course": [
                {"course": data.id, "name": data.name, **self._courses[data.id].data()} for data in self._terms.courses
            ],
            "remarkable": self._remarkable.data(),
            "failures": [
                {"failure": text, "games": len(numbers), "first": numbers[0]}
                for text, numbers in sorted(self._failures.items())
            ],
        }

    def _of_bot(self, name: str) -> dict[str, Any]:
        """Return a bot's `thinking`, a dict of times in milliseconds, and its most frequent error `problem`, or ""."""
        thinking = self._thinking[name]
        problems = sorted(self._problems.get(name, Counter()).items(), key=lambda entry: (-entry[1], entry[0]))
        return {
            "thinking": {
                "answers": thinking.answers,
                "mean": 1000 * thinking.seconds / max(1, thinking.answers),
                "longest": 1000 * thinking.longest,
            },
            "problem": problems[0][0] if problems else "",
        }


def collect(terms: Terms, results: Iterable[Result]) -> dict[str, Any]:
    """Return the figures of these results, which must be in the order of the games' numbers; see `Figures.data`."""
    figures = Figures(terms)
    for result in results:
        figures.feed(result)
    return figures.data()


def counted(games: int) -> str:
    """Return a number of games as text: "1 game", "2 games"."""
    return "1 game" if games == 1 else f"{games} games"


def to_json(data: Any) -> str:
    """Return data as indented JSON with a line break at its end."""
    return msgspec.json.format(msgspec.json.encode(data), indent=2).decode() + "\n"


def _add(sum_: Thinking, more: Thinking) -> None:
    sum_.answers += more.answers
    sum_.seconds += more.seconds
    sum_.longest = max(sum_.longest, more.longest)


def _by_key(shares: dict[str, _Share]) -> list[tuple[str, _Share]]:
    return sorted(shares.items())


def _turns(counts: Counter[int]) -> dict[str, float] | None:
    finished = sorted(counts.elements())
    if not finished:
        return None
    return {
        "median": statistics.median(finished),
        "p10": percentile(finished, 10),
        "p90": percentile(finished, 90),
        "shortest": finished[0],
        "longest": finished[-1],
    }
