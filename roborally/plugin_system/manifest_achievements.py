"""The `[achievement]` tables of a manifest, and the conditions on statistics that they state."""

import msgspec

from roborally.base.errors import Message

MAX_COUNTED = 2**40
"""The largest limit of a condition, and the largest count that is stored for one game."""


class Condition(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The condition of an achievement: how large the sum of some statistics must be.

    It has either `sum` or `game`, and either `at_least` or `equals`.
    """

    sum: list[str] = []
    """Statistics whose counts are added up over all finished games."""
    game: list[str] = []
    """Statistics whose counts are added up in one single game, which must have counted all of them."""
    at_least: int | None = None
    """The smallest sum that is enough; 1 or more for `sum`."""
    equals: int | None = None
    """The exact sum that is needed; for `game` only."""
    won: bool = False
    """Whether the game must have been won; for `game` only."""

    @property
    def statistics(self) -> list[str]:
        """Return the names of the statistics to add up."""
        return self.sum or self.game

    @property
    def limit(self) -> int:
        """Return the sum that is needed, by `at_least` or `equals`."""
        return self.at_least if self.at_least is not None else self.equals or 0

    def holds(self, amount: int) -> bool:
        """Return whether a sum of the statistics fulfils the condition."""
        return amount == self.limit if self.at_least is None else amount >= self.limit

    def problem(self) -> Message | None:
        """Return why the condition is invalid, or `None`; the message does not say where in the manifest."""
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
    """One achievement, which a player reaches by the statistics of finished games."""

    title: str
    """The name of the achievement."""
    text: str
    """What the player must do, in a sentence."""
    condition: Condition
    """The statistics that the player must reach."""
