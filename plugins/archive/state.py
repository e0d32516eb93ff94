"""What the plugin keeps in the state of a match, and its settings."""

from typing import Final, TypedDict

from roborally.plugin import plugin_settings, plugin_slot


class ArchiveSlot(TypedDict):
    """Archive markers and lives; lists are indexed by piece, cells are indexes, -1 for none."""

    cells: list[int]
    """Where the marker lies."""
    stacked: list[int]
    """When it was laid; a higher number lies higher."""
    starts: list[int]
    """The start cell."""
    facings: list[int]
    """The facing at the start."""
    lives: list[int]
    """Re-entries left."""
    out: list[bool]
    """Whether it is eliminated."""
    fallen: list[tuple[int, ...]]
    """When it was destroyed, as (stage, phase), or empty."""
    chosen_facings: list[int]
    """Answers, -1 for none."""
    chosen_cells: list[int]
    """Answers, -1 for none."""
    count: int
    """Numbers the markers that were laid."""


class ArchiveSettings(TypedDict):
    """The settings of plugin.toml, which says what they mean."""

    lives: int
    unlimited_lives: bool
    respawn_damage: int
    respawn_facing: str
    archive_occupied: str
    reentry_order: str
    life_paid: str
    start_is_archive: bool


slot_of: Final = plugin_slot("archive", ArchiveSlot)
settings_of: Final = plugin_settings("archive", ArchiveSettings)
