"""The values that the plugin `archive` keeps in the state of a match, and its settings."""

from typing import Final, TypedDict

from roborally.plugin import plugin_settings, plugin_slot


class ArchiveSlot(TypedDict):
    """Archive markers and lives in one match; tuples are by index of piece, cells are indexes, -1 for none."""

    cells: tuple[int, ...]
    """The cell with the piece's archive marker."""
    stacked: tuple[int, ...]
    """The number of markers that had been laid when the marker was laid; a higher number lies higher."""
    starts: tuple[int, ...]
    """The cell on which the piece started."""
    facings: tuple[int, ...]
    """The direction in which the piece faced at the start."""
    lives: tuple[int, ...]
    """How often the piece may still come back."""
    out: tuple[bool, ...]
    """Whether the piece is eliminated."""
    fallen: tuple[tuple[int, ...], ...]
    """The time of the piece's destruction as (stage, phase) or (stage, phase, number) (CLS-R01); else empty."""
    chosen_facings: tuple[int, ...]
    """The facing that the owner has chosen: -1 for none, -2 if the piece has come back and its owner is to be asked."""
    chosen_cells: tuple[int, ...]
    """The cell that the owner has chosen for the re-entry, or -1."""
    count: int
    """The number of markers that have been laid in this match."""


class ArchiveSettings(TypedDict):
    """The settings of the plugin `archive` in one match; plugin.toml describes each."""

    lives: int
    unlimited_lives: bool
    respawn_damage: int
    respawn_facing: str
    respawn_in_sight: bool
    archive_occupied: str
    reentry_order: str
    life_paid: str
    start_is_archive: bool


slot_of: Final = plugin_slot("archive", ArchiveSlot)
settings_of: Final = plugin_settings("archive", ArchiveSettings)
