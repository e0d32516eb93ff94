"""Finds the parts of a match's panel, and fills in programs."""

from typing import Any

from .conftest import Driver


def tile(panel: Any, command: str) -> Any:
    return next(entry for entry in panel.commands if entry.command == command)


def available(panel: Any) -> list[Any]:
    return [entry for entry in panel.commands if entry.enabled]


def fill(driver: Driver, panel: Any) -> None:
    while not panel.hand.full:
        driver.click(available(panel)[0].rect.centre)


def lay(panel: Any, empty: int = 0) -> None:
    """Lay cards without the mouse until so many registers are empty."""
    while len(panel.hand.empty) > empty:
        panel.add(next(tile for tile in panel.commands if panel.hand.count(tile.command)).command)


def written(screen: Any) -> str:
    return " ".join(label.text for label in screen.layer.labels)
