"""List every drawing of the game."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

from art import (
    belts,
    burners,
    cards,
    doors,
    effects,
    elements,
    emblems,
    hologram,
    icons,
    logo,
    machines,
    options,
    portals,
    race,
    roboball,
    robots,
    tiles,
    ui,
    volt,
)
from art.svg import Drawing

PLUGINS = Path(__file__).resolve().parents[2] / "plugins"
SOURCES: tuple[ModuleType, ...] = (
    *(tiles, belts, elements, machines, portals, burners, doors, race, robots, hologram),
    *(emblems, cards, options, icons, effects, ui, logo),
)
# Drawn only if the plugin exists.
OPTIONAL: dict[str, ModuleType] = {"roboball": roboball, "volt": volt}


def drawings() -> list[Drawing]:
    """Return all drawings, in the order of their sources."""
    present = [source for name, source in OPTIONAL.items() if (PLUGINS / name / "plugin.toml").is_file()]
    return [drawing for source in (*SOURCES, *present) for drawing in source.drawings()]
