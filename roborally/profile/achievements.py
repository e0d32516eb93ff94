"""Achievements: plugins declare them, and the player reaches them by finished games (STD-1601 to STD-1634, STD-R31).

Nothing about achievements is stored. They are computed from the stored games, so an achievement that a plugin adds or
changes later also counts for games played before.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from roborally.base.translation import plugin_text
from roborally.plugin_system.loader import Catalogue, Plugin
from roborally.plugin_system.manifest import AchievementManifest
from roborally.profile.history import Finished, History, Overview


@dataclass(frozen=True)
class Achievement:
    """One achievement that a plugin declares; `id` is its name in the manifest."""

    plugin: Plugin
    id: str
    manifest: AchievementManifest

    @property
    def key(self) -> str:
        """The unique name in settings and on the network: `plugin/achievement`."""
        return f"{self.plugin.id}/{self.id}"

    @property
    def title(self) -> str:
        """The name in the player's language."""
        return plugin_text(self.plugin.folder, self.manifest.title)

    @property
    def text(self) -> str:
        """What the player has to do, in the player's language."""
        return plugin_text(self.plugin.folder, self.manifest.text)


@dataclass(frozen=True)
class AchievementStatus:
    """Whether the player has reached an achievement.

    An achievement that counts over all games has a count (`have`, at most `need`) and a goal (`need`), others 0 for
    both.
    """

    achievement: Achievement
    reached: bool
    have: int = 0
    need: int = 0


def find_achievements(catalogue: Catalogue) -> list[Achievement]:
    """Return the achievements of all plugins, ordered by plugin id and as in the manifest."""
    return [
        Achievement(plugin, name, manifest)
        for _, plugin in sorted(catalogue.plugins.items())
        for name, manifest in plugin.manifest.achievement.items()
    ]


def known_titles(catalogue: Catalogue, keys: Iterable[str]) -> list[Achievement]:
    """Return the achievements with these keys (`Achievement.key`), in order and each once; unknown keys are skipped."""
    known = {achievement.key: achievement for achievement in find_achievements(catalogue)}
    return [known[key] for key in dict.fromkeys(keys) if key in known]


def standings(history: History | None, achievements: Sequence[Achievement]) -> list[AchievementStatus]:
    """Return the status of each achievement, in order, none reached without a history; raise `HistoryError`."""
    sums = {} if history is None else history.sums()
    found = []
    for achievement in achievements:
        condition = achievement.manifest.condition
        if condition.game:
            found.append(AchievementStatus(achievement, history is not None and history.any_game(condition)))
            continue
        amount = sum(sums.get(name, 0) for name in condition.sum)
        have = max(0, min(amount, condition.limit))
        found.append(AchievementStatus(achievement, condition.holds(amount), have, condition.limit))
    return found


def read_profile(catalogue: Catalogue) -> tuple[Overview, list[AchievementStatus]]:
    """Return the statistics of all games and the achievements; raise `HistoryError` if they cannot be read."""
    achievements = find_achievements(catalogue)
    history = History.look()
    if history is None:
        return Overview(), standings(None, achievements)
    with history:
        return history.overview(), standings(history, achievements)


def record(history: History, game: Finished | None, achievements: Sequence[Achievement]) -> list[Achievement]:
    """Store a finished game, and return the achievements that are reached by it for the first time.

    For `None`, a game that does not count, change nothing. If two processes record at once, only one of them gets a new
    achievement. Raise `HistoryError`; the game is then not stored.
    """
    if game is None:
        return []
    with history.transaction():
        before = standings(history, achievements)
        history.keep(game)
        after = standings(history, achievements)
    return [new.achievement for old, new in zip(before, after, strict=True) if new.reached and not old.reached]
