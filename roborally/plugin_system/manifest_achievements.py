"""The `[achievement]` tables of a manifest, and what they count."""

import msgspec

from roborally.base.errors import Message

MAX_COUNTED = 2**40
"""The largest number that a condition may speak of, and the largest count that is kept of one game."""


class Condition(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """When an achievement is reached: what statistics, added up, must come to.

    It has either `sum` or `game`, and either `at_least` or `equals`.
    """

    sum: list[str] = []
    """Statistics that are added up over all finished games."""
    game: list[str] = []
    """Statistics that are added up in one single game; one that is not counted there does not qualify it."""
    at_least: int | None = None
    """How much is enough; 1 or more for `sum`."""
    equals: int | None = None
    """How much it must be exactly; for `game` only."""

    @property
    def statistics(self) -> list[str]:
        """The statistics that are added up."""
        return self.sum or self.game

    @property
    def limit(self) -> int:
        """What they must come to."""
        return self.at_least if self.at_least is not None else self.equals or 0

    def holds(self, amount: int) -> bool:
        """Return whether an amount is enough."""
        return amount == self.limit if self.at_least is None else amount >= self.limit

    def problem(self) -> Message | None:
        """Return why this is not a condition, if there is a reason; where it stands is not said."""
        names = self.statistics
        if bool(self.sum) == bool(self.game):
            return Message.of("must name statistics under either sum or game")
        if len(set(names)) < len(names):
            return Message.of("must name each statistic once")
        if (self.at_least is None) == (self.equals is None):
            return Message.of("must have either at_least or equals")
        if self.sum and self.at_least is None:
            return Message.of("must have at_least, because a sum over all games only grows")
        if self.sum and self.limit < 1:
            return Message.of("must have an at_least of 1 or more, not {limit}", limit=self.limit)
        if abs(self.limit) > MAX_COUNTED:
            return Message.of("must not name a number beyond {most:,}", most=MAX_COUNTED)
        return None


class AchievementManifest(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """An achievement, which follows from the statistics of finished games."""

    title: str
    """Its name."""
    text: str
    """What a player has to do."""
    condition: Condition
    """What the statistics must come to."""
