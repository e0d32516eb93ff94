"""The visible contents of the window: its texts, its colours, and its tooltips."""

from collections.abc import Callable
from functools import reduce
from statistics import fmean
from typing import Any

import arcade
import pytest
from PIL import ImageChops, ImageStat

from roborally.ui.pages.main_menu import MainMenu
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.frames.baked import CachedPictures
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.theme import HEIGHT, WIDTH, Rect

from .conftest import Driver
from .unseen import unseen

STEP = 6
"""The distance of the points at which tooltips are searched."""
COARSE = 3 * STEP
"""Their distance in the first search: everything with a tooltip is larger."""
PANEL = WIDTH - 344
"""The left edge of the interfaces of a match."""


def layers(app: App) -> list[Layer]:
    """Return the layers of a frame, lowest first."""
    drawn: list[Layer] = []
    plain = Layer.draw

    def draw(layer: Layer) -> None:
        drawn.append(layer)
        plain(layer)

    def paint_again(
        cached: CachedPictures, slot: int, key: object, viewport: object, paint: Callable[[], None]
    ) -> None:
        paint()

    with pytest.MonkeyPatch.context() as patch, unseen(app):
        patch.setattr(Layer, "draw", draw)
        patch.setattr(CachedPictures, "draw", paint_again)
        app.switch_to()
        Driver(app).send("on_draw")
    return drawn


def labels(app: Any, area: Rect | None = None) -> list[str]:
    """Return the visible texts of a part of the window, by default of all of it."""
    return [
        label.text
        for layer in layers(app)
        for label in layer.labels
        if label.visible and label.text and (area is None or area.holds(label.x, label.y))
    ]


def texts(app: Any) -> str:
    """Return all visible texts."""
    return "\n".join(labels(app))


def find(app: Any, text: str | Callable[[str], bool], left: float = PANEL) -> Rect | None:
    """Return the first place right of `left` whose tooltip begins with a text or fulfils a condition."""
    wanted = text if callable(text) else lambda tooltip: tooltip.startswith(text)

    def fits(x: int, y: int) -> bool:
        return wanted(app.screen_on_top.tooltip_at(x, y))

    def last(x: int, y: int, across: int, up: int) -> tuple[int, int]:
        while left <= x + across < WIDTH and 0 <= y + up < HEIGHT and fits(x + across, y + up):
            x, y = x + across, y + up
        return x, y

    columns, rows = range(int(left) + STEP // 2, WIDTH, COARSE), range(STEP // 2, HEIGHT, COARSE)
    first = next(((x, y) for x in columns for y in rows if fits(x, y)), None)
    if first is None:
        return None
    start, end = last(*first, -STEP, 0)[0], last(*first, STEP, 0)[0]
    low, top = last(*first, 0, -STEP)[1], last(*first, 0, STEP)[1]
    return Rect(start - STEP / 2, low - STEP / 2, end - start + STEP, top - low + STEP)


def place(app: Any, text: str | Callable[[str], bool], left: float = PANEL) -> Rect:
    """Return the same place as `find`; fail if there is none."""
    found = find(app, text, left)
    assert found is not None, f"nothing in the window tells {text!r}"
    return found


def button(app: Any, text: str) -> Any:
    """Return the button with a text of a screen, or the topmost one; the main menu opens the group that has it."""
    top = getattr(app, "screen_on_top", app)
    if isinstance(top, MainMenu):
        group = next((group for group in top.groups if text in (entry.text for entry in group.entries)), None)
        if group is not None and group != top.group:
            top.open(group)
    return next(entry for entry in top.controls.widgets if getattr(entry, "text", "") == text)


def picture(driver: Driver, area: Rect) -> Any:
    """Return a part of the window as drawn now, as a picture without transparency."""
    app = driver.app
    app.switch_to()
    driver.send("on_draw")
    left, bottom, width, height = app.frame.pixels(area)
    return arcade.get_image(left, bottom, width, height).convert("RGB")


def share(image: Any, tint: Any, tolerance: int = 24) -> float:
    """Return the share of a picture, 0 to 1, that has about a given colour."""
    near = [
        band.point([255 * (abs(value - wanted) <= tolerance) for value in range(256)])
        for band, wanted in zip(image.split(), tint, strict=False)
    ]
    return float(ImageStat.Stat(reduce(ImageChops.darker, near)).mean[0]) / 255


def difference(one: Any, other: Any) -> float:
    """Return the average difference of two pictures of the same size, 0 to 255."""
    assert one.size == other.size
    return fmean(ImageStat.Stat(ImageChops.difference(one, other)).mean)


def contrast(image: Any) -> float:
    """Return the average difference of a picture's pixels from their mean."""
    grey = image.convert("L")
    mean = ImageStat.Stat(grey).mean[0]
    return fmean((abs(value - mean) for value in range(256)), weights=grey.histogram())
