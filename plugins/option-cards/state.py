"""The plugin's slot in the state of a match, the values that cards keep in it, and the plugin's settings."""

from typing import Any, Final, Generic, TypedDict, TypeVar

from roborally.plugin import Match, Registry, Rules, plugin_settings, plugin_slot, replaced

T = TypeVar("T")


class OptionSlot(TypedDict):
    """The values that all cards share; tuples from `held` on are by index of piece. The slot has `Kept` values, too."""

    pile: tuple[str, ...]
    """The names of the option cards to draw, the top first."""
    returned: tuple[str, ...]
    """The names of the option cards that have been given back."""
    markers: dict[str, int]
    """The number of markers on a card, by index of the piece and name of the card, such as `2:mini-howitzer`."""
    firing: tuple[int, ...]
    """The indexes of pieces that use a weapon in this register, in the order of the effects."""
    held: tuple[tuple[str, ...], ...]
    """The names of the option cards that a robot holds."""
    repairs: tuple[int, ...]
    """The points that are repaired besides drawing a card, or -1 if the robot has drawn none."""
    weapon: tuple[str, ...]
    """The name of the weapon that a robot uses in this register, `main-laser` for none."""
    aim: tuple[int, ...]
    """The index of the weapon's target, or -1."""
    aimed: tuple[int, ...]
    """The direction of the weapon's shot."""
    detail: tuple[int, ...]
    """The number of the target's register at which the weapon aims, or 0."""


class OptionSettings(TypedDict):
    """The settings of the plugin `option-cards` in one match; plugin.toml describes each."""

    maximum: int
    dealt_at_start: int
    double_wrench: str
    without: list[str]
    mechanical_arm: str
    gyroscopic_stabilizer: str


slot_of: Final = plugin_slot("option-cards", OptionSlot)
settings_of: Final = plugin_settings("option-cards", OptionSettings)


class KeptOnce(Generic[T]):
    """A value that an option card keeps once per match: plain data under `key` in the slot, initially `first`."""

    def __init__(self, key: str, first: T) -> None:
        self.key = key
        self.first = first

    def of(self, match: Match) -> T:
        """Return the value in this match."""
        slot: Any = slot_of(match)
        value: T = slot[self.key]
        return value

    def put(self, match: Match, value: T) -> None:
        """Set the value in this match."""
        slot: Any = slot_of(match)
        slot[self.key] = value


class Kept(Generic[T]):
    """A value that an option card keeps for every piece: a tuple under `key` in the slot, initially all `first`."""

    def __init__(self, key: str, first: T) -> None:
        self.key = key
        self.first = first

    def all(self, match: Match) -> tuple[T, ...]:
        """Return the values of all pieces, by index of piece."""
        slot: Any = slot_of(match)
        values: tuple[T, ...] = slot[self.key]
        return values

    def of(self, match: Match, index: int) -> T:
        """Return the value of the piece with this index."""
        slot: Any = slot_of(match)
        value: T = slot[self.key][index]
        return value

    def put(self, match: Match, index: int, value: T) -> None:
        """Set the value of the piece with this index."""
        slot: Any = slot_of(match)
        if slot[self.key][index] != value:
            slot[self.key] = replaced(slot[self.key], index, value)

    def put_each(self, match: Match, values: tuple[T, ...]) -> None:
        """Set the values of all pieces, by index of piece."""
        slot: Any = slot_of(match)
        slot[self.key] = values

    def put_all(self, match: Match, value: T) -> None:
        """Set the values of all pieces to the same value."""
        self.put_each(match, (value,) * len(match.state.pieces))


class CardMark(Kept[T]):
    """A value that lies on a card for all to see, such as a side or a switch.

    A mark that is `face_down` is a program card, or an empty text: other players only see that there is one, and the
    card is discarded with the option card. A `cleared` mark is taken off at the end of the turn.
    """

    def __init__(self, key: str, first: T, *, face_down: bool = False, cleared: bool = False) -> None:
        super().__init__(key, first)
        self.face_down = face_down
        self.cleared = cleared


KEPT: Registry[Any] = Registry("kept-by-option-cards", "what option cards keep in the state: a `Kept` or `KeptOnce`")


def keep(rules: Rules, kept: Kept[Any] | KeptOnce[Any]) -> None:
    """Register a value to be kept in the state of every match; raise `PluginError` for a key that is taken."""
    rules.add(KEPT, kept.key, kept)


def begin(match: Match) -> None:
    """Put the first values of all cards into the new slot of a match."""
    slot: Any = slot_of(match)
    for kept in KEPT.of(match.rules).values():
        slot[kept.key] = kept.first if isinstance(kept, KeptOnce) else (kept.first,) * len(match.state.pieces)
