"""What is larger than its room: scroll bars, wheel, drag and keys, and a foot where the main buttons stay in view."""

from collections.abc import Callable
from typing import Any

import arcade

from roborally.ui.toolkit import theme
from roborally.ui.toolkit.label import Viewport
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.space import START, Space, aim
from roborally.ui.toolkit.theme import Rect
from roborally.ui.toolkit.widget_group import WidgetGroup
from roborally.ui.toolkit.widgets import Button

BAR = 6.0
"""The thickness of the scroll bars."""
GRIP = 14.0
"""The width of the strip at an edge in which the mouse takes hold of a bar."""
SHORTEST = 36.0
GAP = 8.0
"""The space around the buttons of the foot."""
WHEEL = 60.0
"""The units per notch of the wheel."""
ARROW = 80.0
"""The units per press of an arrow key with Shift."""
STILL = 5.0
"""How far in pixels the mouse may move in a click, before the page moves along."""


class _Unclipped:
    """The canvas of a space for what is drawn over its content: bars and foot."""

    def __init__(self, space: Space) -> None:
        self._space = space
        self.camera = arcade.Camera2D()
        self.default_camera: Any = arcade.Camera2D()

    @property
    def frame(self) -> Viewport:
        """How units lie in the window now."""
        return self._space.frame

    @frame.setter
    def frame(self, value: Viewport) -> None:
        raise AttributeError("the frame is the space's")

    @property
    def extent(self) -> tuple[int, int]:
        """Width and height of the window in pixels."""
        return self._space.extent

    @property
    def seen(self) -> Rect:
        """What is in the window, in units."""
        return self._space.seen

    def hear(self, name: str) -> None:
        """Play one of the game's own effects."""
        self._space.hear(name)


class Overflow:
    """Lets a space be scrolled whose content is larger than its room, and keeps the main buttons there in view.

    `controls` returns the controls in the space as they are now, and `taken` the places of these and of others, where
    the mouse does not move the content. `content` returns what has to be seen, where that is not known to the space.
    All points are in pixels of the window.
    """

    def __init__(
        self,
        space: Space,
        controls: Callable[[], WidgetGroup | None],
        taken: Callable[[], list[Rect]],
        content: Callable[[], Rect] | None = None,
    ) -> None:
        """Begin with nothing in the foot."""
        self._content = content
        self.space = space
        self._controls = controls
        self._taken = taken
        self._canvas = _Unclipped(space)
        self._ground = Layer(self._canvas)
        self._layer = Layer(self._canvas)
        self._homes: dict[Button, Rect] = {}
        self._laid: object = None
        self._begins = False
        self._held: tuple[str, float, float] | None = None
        self._moved = False

    # --- layout ---------------------------------------------------------------------------------------------------

    @property
    def area(self) -> Rect:
        """The full room, in the units of the content as it is moved now."""
        full = self.space.full_room
        return full._replace(**dict(zip("xy", self.space.inside(full.x, full.y), strict=True)))

    def fit(self) -> None:
        """Put the main buttons into the foot, or back where they belong if all of the content is in view."""
        if self._content is not None and (content := self._content()) != self.space.content:
            self.space.place(None, content)
        group = self._controls()
        buttons = [widget for widget in (group.widgets if group else ()) if isinstance(widget, Button) and widget.main]
        for gone in [button for button in self._homes if button not in buttons]:
            gone.remove()
            del self._homes[gone]
        if not self.space.overflows:
            self.space.foot = 0.0
            if self._laid is not None:
                self._laid = None
                self._ground.clear()
                for button, home in self._homes.items():
                    button.move_to(self._layer, home.x, home.y)
            return
        for button in buttons:
            self._homes.setdefault(button, button.rect)
        wide = [button for button in buttons if button.rect.width + 2 * GAP > self.area.width]
        buttons = [button for button in buttons if button not in wide]
        rows = self._rows(buttons)
        heights = [max(button.rect.height for button in row) for row in rows]
        self.space.foot = sum(heights) + GAP * (len(rows) + 1) if rows else 0.0
        if self._begins:
            self._begins = False
            self._go_to_start(group)
        laid = (self.space.frame, self.space.full_room, tuple(map(id, buttons)))
        if laid != self._laid:
            self._laid = laid
            self._lay_out(rows, heights)
            for button in wide:
                button.move_to(self._layer, self._homes[button].x, self._homes[button].y)
            if group is not None and group.focus in buttons:
                group.set_focus(group.focus)

    def begin(self) -> None:
        """Show the beginning of a page that has come to the top."""
        if self._content is not None:
            self._begins = True
            self.fit()

    def _go_to_start(self, group: WidgetGroup | None) -> None:
        """Show the upper left corner, or as far to the right that all controls are seen, if they fit side by side."""
        self.space.go_to(*START)
        places = [rect for rect in group.taken() if rect.width > 0] if group is not None else []
        if places:
            left, right = min(rect.x for rect in places), max(rect.right for rect in places)
            if right - left <= self.area.width:
                self.space.show(Rect(left, self.space.content.top, right - left, 0))

    def _rows(self, buttons: list[Button]) -> list[list[Button]]:
        """Return the buttons in their order from the left, in as many rows as they need."""
        rows: list[list[Button]] = []
        for button in sorted(buttons, key=lambda each: self._homes[each].x):
            used = sum(each.rect.width + GAP for each in rows[-1]) if rows else 0.0
            if rows and used + button.rect.width + 2 * GAP <= self.area.width:
                rows[-1].append(button)
            else:
                rows.append([button])
        return rows

    def _lay_out(self, rows: list[list[Button]], heights: list[float]) -> None:
        area, foot = self.area, self.space.foot
        self._ground.clear()
        if rows:
            self._ground.fill(Rect(area.x, area.y, area.width, foot), theme.colour("panel"))
            self._ground.fill(Rect(area.x, area.y + foot - 1, area.width, 2), theme.colour("line"))
        top = area.y + foot
        for row, height in zip(rows, heights, strict=True):
            top -= GAP + height
            left, right = area.x + GAP, area.right - GAP
            middle = self.space.content.centre[0]
            for button in [each for each in row if self._homes[each].centre[0] < middle]:
                button.move_to(self._layer, left, top + (height - button.rect.height) / 2)
                left += button.rect.width + GAP
            for button in [each for each in reversed(row) if self._homes[each].centre[0] >= middle]:
                right -= button.rect.width
                button.move_to(self._layer, right, top + (height - button.rect.height) / 2)
                right -= GAP
        for bar in self._bars().values():
            self._ground.fill(bar, theme.colour("accent"))

    def _bars(self) -> dict[str, Rect]:
        """Return the bars of the directions in which something is hidden: `x` below, `y` at the right."""
        area, (wide, high), (across, up) = self.area, self.space.hidden, self.space.part
        bottom, bars = area.y + self.space.foot, {}
        room = area._replace(y=bottom, height=area.height - self.space.foot)
        if wide > 1:
            length = max(SHORTEST, room.width * room.width / (room.width + wide))
            bars["x"] = Rect(room.x + across * (room.width - length), bottom + 2, length, BAR)
        if high > 1:
            length = max(SHORTEST, room.height * room.height / (room.height + high))
            bars["y"] = Rect(room.right - BAR - 2, bottom + up * (room.height - length), BAR, length)
        return bars

    def draw(self) -> None:
        """Draw bars and foot over the content."""
        if not (self._laid or self._homes):
            return
        canvas = self._canvas
        aim(canvas.camera, canvas.default_camera, canvas.frame, canvas.extent)
        self._ground.draw()
        self._layer.draw()

    def holds(self, control: object) -> bool:
        """Return whether a control stands in the foot, so that nothing need be scrolled for it."""
        return (
            self.space.overflows
            and isinstance(control, Button)
            and control.rect != self._homes.get(control, control.rect)
        )

    # --- mouse and keys -------------------------------------------------------------------------------------------

    def press(self, x: float, y: float) -> bool:
        """Take hold of a bar, or of the ground where nothing is taken; return whether nothing else hears of it."""
        self._held = None
        if not self.space.overflows:
            return False
        point, area = self.space.to_units(x, y), self.area
        if not area.holds(*point):
            return False
        bottom = area.y + self.space.foot
        if point[1] < bottom:
            return not any(button.rect.holds(*point) for button in self._homes)
        wide, high = self.space.hidden
        if high > 1 and point[0] > area.right - GRIP:
            self._held = "y", x, y
        elif wide > 1 and point[1] < bottom + GRIP:
            self._held = "x", x, y
        elif not any(rect.holds(*point) for rect in self._taken()):
            self._held, self._moved = ("ground", x, y), False
            return False
        return self._held is not None

    def drag(self, x: float, y: float) -> bool:
        """Move what is held; return whether something is."""
        if self._held is None:
            return False
        what, before_x, before_y = self._held
        dx, dy = (x - before_x) / self.space.frame.scale, (y - before_y) / self.space.frame.scale
        if what == "ground":
            if not self._moved and max(abs(x - before_x), abs(y - before_y)) < STILL:
                return False
            self._moved = True
            self.space.scroll_by(-dx, -dy)
        else:
            area, (across, up), bar = self.area, self.space.part, self._bars()[what]
            if what == "x":
                self.space.go_to(across + dx / max(1.0, area.width - bar.width), up)
            else:
                self.space.go_to(across, up + dy / max(1.0, area.height - self.space.foot - bar.height))
        self._held = what, x, y
        return True

    def release(self) -> bool:
        """Let go of what is held; return whether it was a bar."""
        held, self._held = self._held, None
        return held is not None and held[0] != "ground"

    def wheel(self, x: float, y: float, across: float, up: float) -> bool:
        """Scroll with the wheel, unless a list under the mouse does; return whether it was used."""
        point = self.space.to_units(x, y)
        if not self.space.overflows or not self.area.holds(*point):
            return False
        group = self._controls()
        under = group.at(*point) if group is not None else None
        if under is not None and under.scrolls:
            return False
        wide, high = self.space.hidden
        if high <= 1 and wide > 1 and not across:
            across, up = -up, 0.0
        self.space.scroll_by(across * WHEEL, up * WHEEL)
        return True

    def key(self, symbol: int, modifiers: int) -> bool:
        """Scroll with the page keys, or the arrows with Shift; return whether the key was used."""
        if not self.space.overflows:
            return False
        keys, page = arcade.key, self.area.height - self.space.foot - ARROW
        ways = {keys.PAGEUP: (0.0, page), keys.PAGEDOWN: (0.0, -page)}
        if modifiers & keys.MOD_SHIFT:
            ways |= {keys.UP: (0, ARROW), keys.DOWN: (0, -ARROW), keys.LEFT: (-ARROW, 0), keys.RIGHT: (ARROW, 0)}
        if symbol in ways:
            self.space.scroll_by(*ways[symbol])
        return symbol in ways
