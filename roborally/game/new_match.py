"""Makes a game or a running match in one call, for notebooks and scripts (docs/notebook.md)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from roborally.core.match import Match
from roborally.game.compatibility import complete
from roborally.game.factory import Game, make_game, robot_models, room_for
from roborally.game.match_file import MAX_SEED, ConfigError, new_seed, parse_config
from roborally.plugin_system.loader import Catalogue, find_plugins

WHERE = "new_match"
"""The text in front of error messages, where other code puts the name of the match file."""


def new_match(
    mode: str = "standard",
    *,
    robots: Sequence[str] = (),
    names: Sequence[str] = (),
    course: str = "",
    seed: int | None = None,
    rules: Mapping[str, Any] | None = None,
    plugins: Sequence[str] = (),
    catalogue: Catalogue | None = None,
) -> Match:
    """Return a new match that has run to its first questions.

    `seed` is 0 to 2^53 - 1, by default random; the same seed and the same answers give the same match. All other
    arguments are those of `new_game`. Raise `GameError` with one plain sentence.
    """
    if seed is not None and not (isinstance(seed, int) and 0 <= seed <= MAX_SEED):
        raise ConfigError(
            "seed must be a whole number from 0 to {most}, not {seed!r}", where=WHERE, most=MAX_SEED, seed=seed
        )
    game = new_game(mode, robots=robots, names=names, course=course, rules=rules, plugins=plugins, catalogue=catalogue)
    match = game.start(new_seed() if seed is None else seed)
    match.run()
    return match


def new_game(
    mode: str = "standard",
    *,
    robots: Sequence[str] = (),
    names: Sequence[str] = (),
    course: str = "",
    rules: Mapping[str, Any] | None = None,
    plugins: Sequence[str] = (),
    catalogue: Catalogue | None = None,
) -> Game:
    """Return a game, whose `start(seed)` makes any number of matches.

    `robots` are ids of robot models, one for each seat; without them there are as many seats as `names`, or as few as
    the mode allows. `names` are by default those of the models. `course` is a course's id or the path of its file, by
    default the smallest with room for all. `rules` are settings as in the table `[rules]` of a match file, `plugins`
    the ids of further plugins. Teams are as equal as possible. Raise `GameError` with one plain sentence.
    """
    for name, value in (("robots", robots), ("names", names), ("plugins", plugins)):
        if isinstance(value, str) or not isinstance(value, Sequence):
            raise ConfigError("{name} must be a list of texts, not {value!r}", where=WHERE, name=name, value=value)
    catalogue = catalogue or find_plugins()
    catalogue.mode(mode, WHERE)
    models = robot_models(catalogue.resolve([mode, *plugins]))
    if not robots:
        least, _most = room_for(catalogue.get(mode))
        robots = [list(models)[seat % len(models)] if models else "" for seat in range(len(names) or least)]
    if names and len(names) != len(robots):
        raise ConfigError(
            "there are {robots} robots and {names} names; give each robot one name",
            where=WHERE,
            robots=len(robots),
            names=len(names),
        )
    titles = [models[robot].title if robot in models else "Robot" for robot in robots]
    called = names or list(_names(titles))
    seats = [{"name": name, "robot": robot} for name, robot in zip(called, robots, strict=True)]
    section = {"mode": mode, "course": course, "plugins": list(plugins)}
    settings = dict(rules) if isinstance(rules, Mapping) else rules or {}
    config = parse_config({"match": section, "rules": settings, "seats": seats}, WHERE)
    return make_game(complete(config, catalogue, where=WHERE), catalogue, where=WHERE)


def _names(titles: Sequence[str]) -> Iterator[str]:
    """Yield a name for each title; repeated titles get a number."""
    for at, title in enumerate(titles):
        yield title if titles.count(title) == 1 else f"{title} {titles[: at + 1].count(title)}"
