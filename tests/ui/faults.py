"""The faults in the layout of a frame, as sentences."""

from collections.abc import Iterator

from roborally.ui.toolkit.theme import Rect

from .drawn import Level, Written, inside, pairs, shared

BADGE = 6.0
"""How far a number at a corner may extend beyond a control without a frame."""


def faults(levels: list[Level]) -> list[str]:
    """Return the faults in the drawings of a frame's screens."""
    found: list[str] = []
    for level in levels:
        for check in (cut_off, outside, over_the_frame, upon_controls, controls_upon_each_other):
            found += [f"{level.name}: {fault}" for fault in check(level)]
    return found + list(upon_each_other(levels))


def cut_off(level: Level) -> Iterator[str]:
    """Yield the texts that are not shown completely."""
    for text in level.written:
        if text.shown != text.text:
            yield f"{text.text!r} is cut off: {text.shown!r}"
        if text.too_wide:
            yield f"{text.text!r} has a word that is longer than its line"


def outside(level: Level) -> Iterator[str]:
    """Yield the texts and controls beyond the edge of the window."""
    if level.scrolled:
        return
    for text in level.written:
        if not inside(text.box, text.window):
            yield f"{text.text!r} leaves the window"
    for (_layer, control), window in zip(level.controls, level.windows, strict=True):
        if not inside(control.rect, window):
            yield f"{type(control).__name__} {placed(control.rect)} leaves the window"


def over_the_frame(level: Level) -> Iterator[str]:
    """Yield the texts that begin in a frame or a control and end outside it."""
    for text in level.written if not level.scrolled else ():
        x, y = start(text)
        around = [(frame, 1.0) for layer, frame in level.frames if layer <= text.layer]
        around += [(control.rect, BADGE) for _layer, control in level.controls]
        holding = [entry for entry in around if entry[0].holds(x, y)]
        rect, slack = min(holding, key=lambda entry: entry[0].width * entry[0].height, default=(text.window, 0.0))
        if not inside(text.box, rect, slack):
            yield f"{text.text!r} {placed(text.box)} does not fit into {placed(rect)}"


def upon_controls(level: Level) -> Iterator[str]:
    """Yield the texts that extend into a control from outside."""
    for text in level.written:
        for layer, control in level.controls:
            common = shared(text.box, control.rect)
            hidden = common and any(
                layer < other <= text.layer and inside(common, rect) for other, rect in level.frames
            )
            if common and not hidden and not control.rect.holds(*start(text)):
                yield f"{text.text!r} {placed(text.box)} lies upon {type(control).__name__} {placed(control.rect)}"


def controls_upon_each_other(level: Level) -> Iterator[str]:
    """Yield the controls that overlap, except those completely inside another one."""
    for (_, one), (_, other) in pairs(level.controls):
        nested = inside(one.rect, other.rect) or inside(other.rect, one.rect)
        if shared(one.rect, other.rect) and not nested:
            names = f"{type(one).__name__} {placed(one.rect)}", f"{type(other).__name__} {placed(other.rect)}"
            yield " and ".join(names) + " overlap"


def upon_each_other(levels: list[Level]) -> Iterator[str]:
    """Yield the texts that overlap, except those hidden by a later frame."""
    frames = [entry for level in levels for entry in level.frames]
    texts = [(level, text) for level in levels for text in level.written]
    for (level, one), (other_level, other) in pairs(texts):
        common = shared(one.box, other.box)
        if common is None or (level is not other_level and (level.scrolled or other_level.scrolled)):
            continue
        lower, upper = sorted((one.layer, other.layer))
        if not any(lower < layer <= upper and inside(common, frame) for layer, frame in frames):
            yield f"{level.name}: {one.text!r} {placed(one.box)} and {other.text!r} {placed(other.box)} overlap"


def start(text: Written) -> tuple[float, float]:
    """Return a point of a text near its anchor."""
    box = text.box
    return min(max(text.anchor[0], box.x + 1), max(box.right - 1, box.x)), box.centre[1]


def placed(rect: Rect) -> str:
    """Return a rectangle as a text."""
    return f"({rect.x:.0f}, {rect.y:.0f}, {rect.width:.0f} × {rect.height:.0f})"
