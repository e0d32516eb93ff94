"""The plugin's slot in the state of a match, and its settings."""

from typing import Final, TypedDict

from roborally.plugin import plugin_settings, plugin_slot


class ArchiveSlot(TypedDict):
    """Archive markers and lives; tuples are indexed by piece, cells are indexes, -1 for none."""

    cells: tuple[int, ...]
    """The index of the marker's cell."""
    stacked: tuple[int, ...]
    """When the marker was laid; a higher number lies higher."""
    starts: tuple[int, ...]
    """The start cell."""
    facings: tuple[int, ...]
    """The facing at the start."""
    lives: tuple[int, ...]
    """Re-entries left."""
    out: tuple[bool, ...]
    """Whether it is eliminated."""
    fallen: tuple[tuple[int, ...], ...]
    """When it was destroyed, as (stage, phase) or (stage, phase, number) (CLS-R01), or empty."""
    chosen_facings: tuple[int, ...]
    """The chosen facing, -1 for none, -2 for a robot that has come back and whose owner is still to be asked."""
    chosen_cells: tuple[int, ...]
    """The index of the chosen cell, -1 for none."""
    count: int
    """The number of markers laid so far."""


class ArchiveSettings(TypedDict):
    """The plugin's settings, described in plugin.toml."""

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
