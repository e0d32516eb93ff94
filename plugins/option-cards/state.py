"""The plugin's slot in the state of a match, the values that cards keep in it, and the plugin's settings."""

from typing import Any, Final, Generic, TypedDict, TypeVar

from roborally.plugin import Match, Registry, Rules, plugin_settings, plugin_slot, replaced

T = TypeVar("T")


class OptionSlot(TypedDict):
    """What all cards share; tuples from `held` on are indexed by piece. The values of single cards lie beside it."""

    pile: tuple[str, ...]
    """The cards to draw, the top first."""
    returned: tuple[str, ...]
    """Cards that have been given back."""
    markers: dict[str, int]
    """The markers on a card, by `piece:card`."""
    firing: tuple[int, ...]
    """Pieces with replacement weapons, in the order of the effects."""
    held: tuple[tuple[str, ...], ...]
    """The cards of a robot."""
    repairs: tuple[int, ...]
    """Points repaired beside a drawn card, -1: nothing was drawn."""
    weapon: tuple[str, ...]
    """This register's weapon."""
    aim: tuple[int, ...]
    """Its target, -1 for none."""
    aimed: tuple[int, ...]
    """The direction of its shot."""
    detail: tuple[int, ...]
    """The register that it aims at."""


class OptionSettings(TypedDict):
    """The plugin's settings, described in plugin.toml."""

    maximum: int
    dealt_at_start: int
    double_wrench: str
    without: list[str]
    mechanical_arm: str
    gyroscopic_stabilizer: str


slot_of: Final = plugin_slot("option-cards", OptionSlot)
settings_of: Final = plugin_settings("option-cards", OptionSettings)


class KeptOnce(Generic[T]):
    """A value that a card keeps in the state, plain data in the slot under `key`; `first` is there at the start."""

    def __init__(self, key: str, first: T) -> None:
        """Name it."""
        self.key = key
        self.first = first

    def of(self, match: Match) -> T:
        """Return the value."""
        slot: Any = slot_of(match)
        value: T = slot[self.key]
        return value

    def put(self, match: Match, value: T) -> None:
        """Change the value."""
        slot: Any = slot_of(match)
        slot[self.key] = value


class Kept(Generic[T]):
    """A value that a card keeps for every piece: a tuple in the slot under `key`, with `first` for all at the start."""

    def __init__(self, key: str, first: T) -> None:
        """Name it."""
        self.key = key
        self.first = first

    def all(self, match: Match) -> tuple[T, ...]:
        """Return the values by piece."""
        slot: Any = slot_of(match)
        values: tuple[T, ...] = slot[self.key]
        return values

    def of(self, match: Match, index: int) -> T:
        """Return the value of a piece."""
        slot: Any = slot_of(match)
        value: T = slot[self.key][index]
        return value

    def put(self, match: Match, index: int, value: T) -> None:
        """Change the value of a piece."""
        slot: Any = slot_of(match)
        if slot[self.key][index] != value:
            slot[self.key] = replaced(slot[self.key], index, value)

    def put_each(self, match: Match, values: tuple[T, ...]) -> None:
        """Change the values by piece."""
        slot: Any = slot_of(match)
        slot[self.key] = values

    def put_all(self, match: Match, value: T) -> None:
        """Give all pieces the same value."""
        self.put_each(match, (value,) * len(match.state.pieces))


class CardMark(Kept[T]):
    """What lies on a card for all to see, such as a side or a switch.

    A mark that is `face_down` is a program card, or an empty text: others see only that it is there, and it is
    discarded with the card. One that is `cleared` is taken off at the end of the turn.
    """

    def __init__(self, key: str, first: T, *, face_down: bool = False, cleared: bool = False) -> None:
        """Name it."""
        super().__init__(key, first)
        self.face_down = face_down
        self.cleared = cleared


KEPT: Registry[Any] = Registry("kept-by-option-cards", "what option cards keep in the state: a `Kept` or `KeptOnce`")


def keep(rules: Rules, kept: Kept[Any] | KeptOnce[Any]) -> None:
    """Keep a value in the state of every match; its key belongs to one card."""
    rules.add(KEPT, kept.key, kept)


def begin(match: Match) -> None:
    """Put the first values into a new slot."""
    slot: Any = slot_of(match)
    for kept in KEPT.of(match.rules).values():
        slot[kept.key] = kept.first if isinstance(kept, KeptOnce) else (kept.first,) * len(match.state.pieces)
