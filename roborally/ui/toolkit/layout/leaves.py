"""Functions that return the leaves of a page's tree: texts, controls and pictures, each as large as its content."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import arcade
from arcade.types import Color

from roborally.base.translation import _
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.controls.fields import NumberField, Switch, TextField
from roborally.ui.toolkit.controls.lists import LINE, ListBox
from roborally.ui.toolkit.controls.name_field import NameField
from roborally.ui.toolkit.controls.scroll import BAR, ScrollArea
from roborally.ui.toolkit.controls.slider import NUMBER, Slider
from roborally.ui.toolkit.controls.widget_group import WidgetGroup
from roborally.ui.toolkit.controls.widgets import Button, Choice, Widget
from roborally.ui.toolkit.face import Face
from roborally.ui.toolkit.label import Align, Label
from roborally.ui.toolkit.layer import Layer, fit_sprite
from roborally.ui.toolkit.layout.branches import column, row, space, stack
from roborally.ui.toolkit.layout.nodes import NO_LIMIT, Leaf, Node, Size, Target
from roborally.ui.toolkit.measure import Metrics, metrics
from roborally.ui.toolkit.theme import Rect

Control = TypeVar("Control", bound=Widget)
CONTROL = 34.0
"""The usual height of a control, in units."""
MEASURE = 20.0
"""The natural width of a wrapped text as a multiple of its font size: about forty letters."""
LIST = Size(180, 300)
"""The least and natural width of a list, in units."""
SHORTEST = 40.0
"""The least width of a text that may be shortened, in units; fields add to it."""
BESIDE = 30.0
"""The width of a button besides that of its text, in units."""
UPRIGHT = 8.0
"""The width of an upright button besides that of its text, in units."""
ARROWS = 70.0
"""The width of a choice besides that of its text, in units."""
PIXELS = 2
"""The spare width of a text in pixels, because pyglet breaks a line that is exactly full."""


def widget(make: Callable[..., Any], *given: Any, width: Any, height: Any = CONTROL, **options: Any) -> Leaf[Any]:
    """Return a leaf for a control that `make(layer, rect, *given, **options)` returns; see `Leaf` for the sizes."""

    def made(target: Target, rect: Rect) -> Any:
        return target.controls.add(make(target.layer, rect, *given, **options))

    return Leaf(made, width, height)


# --- texts ------------------------------------------------------------------------------------------------------------


def label(
    text: str,
    size: float = 15,
    *,
    tint: Color | None = None,
    font: str = theme.TEXT,
    bold: bool = False,
    wrap: bool = False,
    shorten: bool = False,
    align: Align = "left",
    lines: int = 0,
    room: float = 0,
    among: Sequence[str] = (),
) -> Leaf[Label]:
    """Return a leaf with a text: on one line in full, cut off if there is no room (`shorten`), or wrapped (`wrap`).

    For a text that is set later, reserve `lines` lines and `room` units of width, or what the longest of `among` needs.
    """

    def across(m: Metrics) -> Size:
        spare, texts = PIXELS / m.scale, (text, *among)
        word = max(m.word(each, size, font, bold) for each in texts) + spare
        whole = max(m.width(each, size, font, bold) for each in texts) + spare
        if wrap:
            return Size(max(word, room), max(min(whole, max(MEASURE * size, word)), room))
        return Size(max(min(whole, SHORTEST) if shorten else whole, room), max(whole, room))

    def up(m: Metrics, width: float) -> Size:
        texts = (text, *among) if wrap else ()
        count = max(lines, 1, *(m.lines(each, size, width, font, bold) for each in texts))
        return Size(count * m.line(size, font, bold), count * m.line(size, font, bold))

    def make(target: Target, rect: Rect) -> Label:
        # a text whose number of lines may change begins at the upper edge
        y = rect.top if wrap else rect.centre[1]
        return target.layer.label(
            text,
            {"left": rect.x, "center": rect.centre[0], "right": rect.right}[align],
            y,
            size=size,
            tint=tint,
            font=font,
            bold=bold,
            anchor_x=align,
            anchor_y="top" if wrap else "center",
            width=rect.width if wrap or shorten else 0.0,
            wrap=wrap,
            align=align,
        )

    return Leaf(make, across, up)


def heading(text: str, size: float = 22, *, tint: Color | None = None, **options: Any) -> Leaf[Label]:
    """Return a leaf with a text in the font and the colour of headings; `options` are those of `label`."""
    return label(text, size, font=theme.HEADING, bold=True, tint=tint or theme.colour("accent"), **options)


# --- controls ---------------------------------------------------------------------------------------------------------


def button(
    text: str,
    on_click: Callable[[], None],
    *,
    height: float = 40,
    size: float = 16,
    icon: str = "",
    more: float = 0,
    lowest: float = 0,
    upright: bool = False,
    **options: Any,
) -> Leaf[Button]:
    """Return a leaf with a button `more` units wider than its text and icon; `options` are those of `Button`.

    With `lowest` it may shrink to that height.
    """

    def across(m: Metrics) -> Size:
        if not text:
            return Size(height, height)
        sides = UPRIGHT if upright else BESIDE + (min(22.0, height * 0.5) + 14 if icon else 0)
        whole = max(height if upright else 0.0, m.width(text, size, theme.HEADING, True) + sides)
        return Size(whole + more, whole + more)

    heights = Size(lowest or height, height)
    options |= {"size": size, "icon": icon, "upright": upright}
    return widget(Button, text, on_click, width=across, height=heights, **options)


def choice(
    options: Sequence[tuple[Any, str]],
    chosen: Any,
    on_change: Callable[[Any], None],
    tooltip: str = "",
    *,
    size: float = 15,
    height: float = CONTROL,
    least: float = 130,
) -> Leaf[Choice]:
    """Return a leaf with a `Choice` as wide as its longest option; it may shrink to `least`, with texts cut off."""

    def across(m: Metrics) -> Size:
        whole = max((m.width(text, size) for _value, text in options), default=0.0) + ARROWS
        return Size(min(whole, least), whole)

    return widget(Choice, options, chosen, on_change, tooltip, size, width=across, height=height)


def switch(
    on: bool, on_change: Callable[[bool], None], text: str = "", *, size: float = 14, **options: Any
) -> Leaf[Switch]:
    """Return a leaf with a check box and a text beside it; more `options` are those of `Switch`."""

    def across(m: Metrics) -> Size:
        whole = Switch.BOX + (m.width(text, size) + 8 + PIXELS / m.scale if text else 0.0)
        return Size(whole, whole)

    return widget(Switch, on, on_change, text=text, size=size, width=across, height=Switch.BOX + 4, **options)


def slider(value: int, on_change: Callable[[int], None], tooltip: str = "") -> Leaf[Slider]:
    """Return a leaf with a slider for a percentage from 0 to 100."""
    return widget(Slider, value, on_change, tooltip, width=Size(NUMBER + 60, NUMBER + 160))


def field(value: str, on_change: Callable[[str], None], *, height: float = CONTROL, **options: Any) -> Leaf[TextField]:
    """Return a leaf with a text field; `options` are those of `TextField`."""
    return widget(TextField, value, on_change, width=Size(SHORTEST + 60, 180), height=height, **options)


def name_field(
    value: str, on_change: Callable[[str], None], *, height: float = CONTROL, **options: Any
) -> Leaf[NameField]:
    """Return a leaf with a field for a player's name; `options` are those of `NameField`."""
    return widget(NameField, value, on_change, width=Size(SHORTEST + 60, 180), height=height, **options)


def number_field(
    value: float, on_change: Callable[[Any], None], *, height: float = CONTROL, **options: Any
) -> Leaf[NumberField]:
    """Return a leaf with a field for a number; `options` are those of `NumberField`."""
    return widget(NumberField, value, on_change, width=Size(120, 150), height=height, **options)


def list_box(
    entries: Sequence[tuple[str, str]],
    on_change: Callable[[int], None],
    *,
    at: int = 0,
    rows: int = 8,
    least: int = 3,
    lines: int = 1,
    **options: Any,
) -> Leaf[ListBox]:
    """Return a leaf with a list that shows `rows` entries, or `least` if there is little room; entry `at` is selected.

    More `options` are those of `ListBox`.
    """
    each = ListBox.ROW + (lines - 1) * LINE
    height = Size(min(least, max(1, len(entries))) * each + 12, rows * each + 12)
    made = widget(ListBox, entries, on_change, width=LIST, height=height, lines=lines, **options).at("stretch")
    return made.then(lambda box: box.mark(at if entries else -1))


# --- pictures and frames ----------------------------------------------------------------------------------------------


def picture(
    image: arcade.Texture, width: float, height: float = 0, *, least: float | None = None, tint: Color | None = None
) -> Leaf[arcade.Sprite]:
    """Return a leaf with a picture; height 0 keeps the proportions. With `least` it may shrink to that height."""
    high = height or width * image.height / image.width

    def make(target: Target, rect: Rect) -> arcade.Sprite:
        part = min(1.0, rect.width / width, rect.height / high)
        sprite = target.layer.sprite(image, *rect.centre, width, high, tint)
        fit_sprite(sprite, width * part, high * part)
        return sprite

    smallest = high if least is None else least
    return Leaf(make, Size(width * smallest / high, width), Size(smallest, high))


def plain(colour: str, height: float = 2) -> Leaf[arcade.Sprite]:
    """Return a leaf filled with a colour of the palette, such as a line."""
    made = Leaf(lambda target, rect: target.layer.fill(rect, theme.colour(colour)), 0.0, height)
    made.is_solid = False
    return made


def progress(share: float, height: float = 8, tint: Color | None = None) -> Node:
    """Return a node with a horizontal bar that is filled up to a share from 0 to 1."""
    colour = tint or theme.colour("accent")
    part = Leaf(lambda target, rect: target.layer.fill(rect, colour), 0.0, height)
    return stack(plain("line", height), row(part.grow(share), space(1 - share), gap=0))


def face(look: str) -> Leaf[Face]:
    """Return a leaf with a frame as large as its room, for the bottom of a `stack`; `look` is as in `Layer.frame`."""
    return Leaf(lambda target, rect: target.layer.frame(look, rect), 0.0, 0.0)


def framed(look: str, child: Node, pad: tuple[float, float] = (12, 10)) -> Node:
    """Return a node with a frame around a child, `pad` units away (left and right, above and below)."""
    return stack(face(look), row(child.grow(), pad=pad))


def titled(title: str, close: Callable[[], None], *parts: Node | None) -> Node:
    """Return a framed node for a window over a match: a title with a button that calls `close`, and `parts` below."""
    first = row(heading(title, 21, shorten=True).grow(), button("", close, icon="cross", tooltip=_("Close (Esc)")))
    return framed("panel", column(first, *parts, gap=10), pad=(20, 14))


def build_in(area: Rect, tree: Node, layer: Layer, controls: WidgetGroup | None = None) -> list[ScrollArea]:
    """Build a tree in part of a screen that is no `TreePage`; return its scroll areas, which the screen must draw."""
    target = Target(metrics(layer.canvas.frame.scale), layer, controls or WidgetGroup(layer), [])
    tree.build(target, area)
    return target.areas


def here(place: Callable[[Rect], Any], width: Any, height: Any) -> Leaf[Any]:
    """Return a leaf for an object that draws itself: `place(rect)` is called with the rectangle for it."""
    made = Leaf(lambda _target, rect: place(rect), width, height)
    made.is_solid = False
    return made


class Scroll(Leaf[ScrollArea]):
    """A node that scrolls a child that is too high; `made` is the scroll area, one control of the page."""

    is_solid = False

    def __init__(self, child: Node, *, least: float = 120.0, most: float = NO_LIMIT) -> None:
        """Show a child in at least `least` units of height, and naturally in at most `most`."""
        self._child = child

        def across(m: Metrics) -> Size:
            size = child.widths(m)
            return Size(size.least + BAR, size.natural + BAR)

        def up(m: Metrics, width: float) -> Size:
            natural = child.heights(m, width - BAR).natural
            return Size(min(least, natural), min(most, natural))

        super().__init__(self._scroll, across, up)

    def _scroll(self, target: Target, rect: Rect) -> ScrollArea:
        area: ScrollArea = target.controls.add(ScrollArea(target.layer.canvas, target.layer, rect))
        height = self._child.heights(target.metrics, area.width).natural
        inside = Rect(rect.x, rect.top - height, area.width, height)
        self._child.build(target._replace(layer=area.layer, controls=area.group), inside)
        area.fill(height, self._child.begins)
        target.areas.append(area)
        return area


def scroll(child: Node, *, least: float = 120.0, most: float = NO_LIMIT) -> Scroll:
    """Return a node that scrolls a child that is too high, a `column` by whole rows; see `Scroll`."""
    return Scroll(child, least=least, most=most)


def disabled(leaf: Leaf[Control]) -> Leaf[Control]:
    """Disable the control of a leaf when it is made; return the leaf."""

    def disable(made: Control) -> None:
        made.enabled = False
        made.refresh()

    return leaf.then(disable)
