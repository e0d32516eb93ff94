"""The `[achievement]` tables of a manifest, and the counts that they need."""

import msgspec

from roborally.base.errors import Message

MAX_COUNTED = 2**40
"""The largest number in a condition, and the largest count that is stored for one game."""


class Condition(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The condition of an achievement: a limit for statistics that are added up.

    It has either `sum` or `game`, and either `at_least` or `equals`.
    """

    sum: list[str] = []
    """Statistics that are added up over all finished games."""
    game: list[str] = []
    """Statistics that are added up in one single game; a statistic that is not counted there does not qualify it."""
    at_least: int | None = None
    """The amount that is enough; 1 or more for `sum`."""
    equals: int | None = None
    """The exact amount; for `game` only."""
    won: bool = False
    """Whether the game must have been won; for `game` only."""

    @property
    def statistics(self) -> list[str]:
        """Return the statistics that are added up."""
        return self.sum or self.game

    @property
    def limit(self) -> int:
        """Return the amount that they must reach."""
        return self.at_least if self.at_least is not None else self.equals or 0

    def holds(self, amount: int) -> bool:
        """Return whether an amount is enough."""
        return amount == self.limit if self.at_least is None else amount >= self.limit

    def problem(self) -> Message | None:
        """Return why this is not a condition, or `None`; the message names no place."""
        names = self.statistics
        if bool(self.sum) == bool(self.game):
            return Message.of("must name statistics under either sum or game")
        if len(set(names)) < len(names):
            return Message.of("must name each statistic once")
        if (self.at_least is None) == (self.equals is None):
            return Message.of("must have either at_least or equals")
        if self.sum and self.at_least is None:
            return Message.of("must have at_least, because a sum over all games only grows")
        if self.sum and self.won:
            return Message.of("must have won only with game")
        if self.sum and self.limit < 1:
            return Message.of("must have an at_least of 1 or more, not {limit}", limit=self.limit)
        if abs(self.limit) > MAX_COUNTED:
            return Message.of("must not name a number beyond {most:,}", most=MAX_COUNTED)
        return None


class AchievementManifest(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """An achievement, reached by the statistics of finished games."""

    title: str
    """Its name."""
    text: str
    """The task of the player."""
    condition: Condition
    """The condition on the statistics."""
