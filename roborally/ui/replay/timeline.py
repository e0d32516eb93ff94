"""`ReplayBar`, the controls below a replay: buttons, and a timeline with a mark for every turn."""

from collections.abc import Callable, Sequence
from itertools import pairwise

import arcade
from arcade.types import Color

from roborally.base.numbers import percent_text
from roborally.base.translation import _
from roborally.ui.replay.film import Film
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.controls.widget_group import WidgetGroup
from roborally.ui.toolkit.controls.widgets import Button, Widget
from roborally.ui.toolkit.layer import Canvas, Layer, fit_sprite
from roborally.ui.toolkit.layout.leaves import UPRIGHT
from roborally.ui.toolkit.measure import metrics
from roborally.ui.toolkit.theme import Rect

HEIGHT, TWO_ROWS = 72.0, 104.0
"""The height of a bar, and of one with the timeline above the buttons, in units."""
WIDE = 560.0
"""The width in units from which the timeline stands between the buttons."""
SIDE, SMALL_SIDE = 44.0, 40.0
"""The side of a button, and the largest side of one below the timeline, in units."""
LETTERS, LEAST = 11.0, 120.0
"""The font size of a button's name, and the smallest width of a timeline beside buttons with names, in units."""
MARGIN, BETWEEN, AROUND, BORDER = 14.0, 6.0, 18.0, 10.0
"""The space at the ends of the bar, between buttons, beside the timeline, and around it in its frame, in units."""
ABOVE, TRACK_HEIGHT = 8.0, 40.0
"""The space above a timeline that stands above the buttons, and its height, in units."""
TRACK = 8.0
KNOB = 18.0
NOTHING = 0.01
"""The width of an invisible bar, because a sprite of width 0 could not be enlarged again."""
APART = 30.0
"""The minimum distance between the numbers of two turns, in units."""
ROOMY = 250.0
"""The width in units from which a timeline has room for a sentence in every language."""
CLOSE = 5.0
"""The minimum average distance between marks of registers, in units; closer ones are not drawn."""


def bar_height(width: float) -> float:
    """Return the height of a `ReplayBar` of a given width, in units."""
    return HEIGHT if width >= WIDE else TWO_ROWS


class Timeline(Widget):
    """A line with a mark for every turn and register of a film; a click or a drag goes to a position of the film.

    `title(turn, stage)` returns the title of a moment for the tooltip, `go_to(position)` shows a position.
    """

    focusable = False

    def __init__(
        self,
        layer: Layer,
        rect: Rect,
        film: Film,
        title: Callable[[int, int], str],
        go_to: Callable[[int], None],
    ) -> None:
        super().__init__(rect)
        self._layer = layer
        self._film = film
        self._title = title
        self._go_to = go_to
        self.y = rect.y + rect.height * 0.62
        layer.frame("panel-inset", Rect(rect.x - BORDER, rect.y, rect.width + 2 * BORDER, rect.height))
        layer.fill(self._bar(rect.width), theme.colour("line"))
        self._past = layer.fill(self._bar(NOTHING), theme.colour("accent"))
        self.knob = layer.sprite(pictures.emblem("circle", 32), rect.x, self.y, KNOB, tint=theme.colour("text"))
        self._marked = False
        tint = theme.colour("text-dim")
        self._note = layer.label("", *(rect.centre[0], rect.y + 11), size=11, anchor_x="center", tint=tint)

    def _bar(self, width: float) -> Rect:
        return Rect(self.rect.x, self.y - TRACK / 2, width, TRACK)

    def place_of(self, at: int) -> float:
        """Return the x at which a position of the film lies on the line."""
        return self.rect.x + self.rect.width * at / max(1, len(self._film.events))

    def position_at(self, x: float) -> int:
        """Return the film's position at an x of the line: a turn or register close to it, or the nearest step."""
        part = min(1.0, max(0.0, (x - self.rect.x) / self.rect.width))
        wanted = round(part * len(self._film.events))
        for stops, reach in ((self._film.turns, 5), (self._film.stages, 3)):
            near = min((stop.at for stop in stops), key=lambda at: abs(at - wanted), default=0)
            if wanted and abs(self.place_of(near) - x) <= reach:
                return near
        return min(self._film.steps, key=lambda at: abs(at - wanted), default=0) if wanted else 0

    def show(self, at: int) -> None:
        """Show a position of the film as progress, and the marks as soon as the film is ready."""
        if self._film.ready and not self._marked:
            self._marked = True
            self._note.text = ""
            self._lay_out_marks()
        elif not self._marked:
            share = 100 * self._film.built // max(1, len(self._film.events))
            percent = percent_text(share)
            roomy = self.rect.width >= ROOMY
            self._note.text = _("Preparing the replay: {percent}").format(percent=percent) if roomy else percent
        x = self.place_of(at)
        width = max(NOTHING, x - self.rect.x)
        if self.knob.center_x != x:
            self.knob.center_x = x
            fit_sprite(self._past, width, TRACK)
            self._past.center_x = self.rect.x + width / 2

    def _lay_out_marks(self) -> None:
        film, layer = self._film, self._layer
        if self.rect.width / max(1, len(film.stages)) > CLOSE:
            for stop in film.stages:
                self._mark(stop.at, 6, theme.colour("text-dim"))
        for stop in film.turns:
            self._mark(stop.at, 16, theme.colour("text"))
        for stop in film.turns[:: self._pitch()]:
            x = min(self.place_of(stop.at), self.rect.right - 5)
            layer.label(str(stop.turn), x, self.rect.y + 11, size=11, anchor_x="center")
        layer.sprites.remove(self.knob)  # above the marks
        layer.sprites.append(self.knob)

    def _pitch(self) -> int:
        """Return how many turns further the next number stands, at least 1: as many for each, so that one can count."""
        places = [self.place_of(stop.at) for stop in self._film.turns]
        pitches = range(1, len(places) + 1)
        return next((n for n in pitches if all(b - a >= APART for a, b in pairwise(places[::n]))), 1)

    def _mark(self, at: int, height: float, tint: Color) -> None:
        self._layer.fill(Rect(self.place_of(at) - 1, self.y - height / 2, 2, height), tint)

    def press(self, x: float, y: float) -> None:
        """Go to the position of the film at the point where the mouse was pressed."""
        self._go_to(self.position_at(x))

    def drag(self, x: float, y: float = 0) -> None:
        """Go to the position of the film under the mouse."""
        if self.pressed:
            self._go_to(self.position_at(x))

    def tooltip_at(self, x: float, y: float) -> str:
        """Return the title of the moment under a point, an empty text until the film is ready."""
        stop = self._film.stop_at(self.position_at(x))
        return self._title(stop.turn, stop.stage) if self._film.ready else ""


class ReplayBar:
    """The bar below the board of a replay, with its buttons and its timeline."""

    def __init__(
        self,
        canvas: Canvas,
        rect: Rect,
        film: Film,
        *,
        title: Callable[[int, int], str],
        go_to: Callable[[int], None],
        step: Callable[[int], None],
        play: Callable[[], None],
        result: Callable[[], None],
        make_film: Callable[[], None] | None = None,
        more: Sequence[tuple[str, Callable[[], None], str, str]] = (),
    ) -> None:
        """Lay the bar out in a rectangle whose height is `bar_height`.

        `title` and `go_to` are those of `Timeline`, `step` gets -1 or 1, others are actions of buttons. Without
        `make_film` there is no button that exports a video. `more` are buttons as (icon, action, name, tooltip).
        """
        self.rect = rect
        self.layer = Layer(canvas)
        self.controls = WidgetGroup(self.layer)
        self.layer.frame("panel", self.rect)
        one_row = rect.width >= WIDE
        camera = [("camera", make_film, _("Film"), _("Make a film (F)"))] if make_film is not None else []
        ending = [*more, *camera, ("trophy", result, _("Result"), _("The result"))]
        count = 3 + len(ending)
        side = SIDE if one_row else min(SMALL_SIDE, (rect.width - 2 * MARGIN + BETWEEN) / count - BETWEEN)
        y = rect.y + (HEIGHT - side) / 2 if one_row else rect.y + BORDER
        add, left = self.controls.add, Rect(rect.x + MARGIN, y, side, side)
        middle, on = left._replace(x=left.right + BETWEEN), left._replace(x=left.x + 2 * (side + BETWEEN))
        add(Button(self.layer, left, "", lambda: step(-1), icon="arrow-left", tooltip=_("One step back (Left)")))
        self.play: Button = add(Button(self.layer, middle, "", play, icon="play", accent=True, tooltip=" "))
        add(Button(self.layer, on, "", lambda: step(1), icon="arrow-right", tooltip=_("One step forward (Right)")))
        m, right = metrics(canvas.frame.scale), rect.right - MARGIN + BETWEEN
        names = [name for _icon, _act, name, _tooltip in ending]
        widths = [max(side, m.width(name, LETTERS, theme.HEADING, True) + UPRIGHT) for name in names]
        has_names = one_row and right - sum(widths) - len(ending) * BETWEEN - on.right - 2 * AROUND >= LEAST
        if not has_names:
            names, widths = [""] * len(ending), [side] * len(ending)
        end = left._replace(x=right - sum(widths) - len(ending) * BETWEEN)
        if one_row:
            track = Rect(on.right + AROUND, y - 4, end.x - on.right - 2 * AROUND, side + 8)
        else:
            ends = MARGIN + BORDER
            track = Rect(rect.x + ends, rect.top - ABOVE - TRACK_HEIGHT, rect.width - 2 * ends, TRACK_HEIGHT)
        self.timeline: Timeline = add(Timeline(self.layer, track, film, title, go_to))
        for (icon, act, _name, tooltip), name, width in zip(ending, names, widths, strict=True):
            spot, end = end._replace(width=width), end._replace(x=end.x + width + BETWEEN)
            button = Button(self.layer, spot, name, act, icon=icon, tooltip=tooltip, size=LETTERS, upright=has_names)
            self.result: Button = add(button)  # the last
        self._playing: bool | None = None

    def show(self, at: int, playing: bool, has_result: bool) -> None:
        """Show a position, whether the replay is playing, and whether the result can be opened."""
        self.timeline.show(at)
        self.result.enable(has_result)
        if playing != self._playing:
            self._playing = playing
            if playing:
                self.play.wear("pause", _("Pause (Space)"))
            else:
                self.play.wear("play", _("Play (Space)"))

    def key(self, symbol: int, modifiers: int) -> bool:
        """Handle Tab, Enter or Space with the bar's controls; return whether the key was used."""
        keys = arcade.key
        return symbol in (keys.TAB, keys.ENTER, keys.NUM_ENTER, keys.SPACE) and self.controls.key(symbol, modifiers)
