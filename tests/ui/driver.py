"""Controls the window in place of mouse, keyboard, and the loop that draws frames."""

from collections.abc import Callable
from typing import Any

from tests.waiting import until

from .unseen import unseen


class Driver:
    """Sends input to the window and advances time in frames; the first and the last are drawn, without pixels.

    Points are in design units.
    """

    def __init__(self, app: Any) -> None:
        self.app = app

    def send(self, name: str, *arguments: Any) -> None:
        # Outside the loop, Window.dispatch_event only queues.
        from pyglet.event import EventDispatcher

        EventDispatcher.dispatch_event(self.app, name, *arguments)

    def frame(self, count: int = 1, seconds: float = 1 / 60) -> None:
        for number in range(count):
            self.send("on_update", seconds)
            if number in (0, count - 1):  # some pages continue only after they have been drawn
                self.draw()

    def draw(self) -> None:
        """Draw a frame without filling the window's pixels."""
        self.app.switch_to()
        with unseen(self.app):
            self.send("on_draw")

    def pixel(self, point: tuple[float, float]) -> tuple[float, float]:
        frame = self.app.space_on_top.frame
        return frame.left + point[0] * frame.scale, frame.bottom + point[1] * frame.scale

    def move(self, point: tuple[float, float]) -> None:
        self.send("on_mouse_motion", *self.pixel(point), 1, 1)

    def press(self, point: tuple[float, float], button: int = 1) -> None:
        """Press a mouse button; this is never part of a double click."""
        self.move(point)
        self.app.double_click.forget()
        self.send("on_mouse_press", *self.pixel(point), button, 0)

    def release(self, point: tuple[float, float], button: int = 1) -> None:
        self.send("on_mouse_release", *self.pixel(point), button, 0)

    def click(self, point: tuple[float, float]) -> None:
        self.press(point)
        self.release(point)
        self.frame()

    def double_click(self, point: tuple[float, float]) -> None:
        """Click twice, as fast as a double click: the second click is at the same pixel, whatever is there by then."""
        pixel = self.pixel(point)
        self.click(point)
        self.frame(6)
        self.send("on_mouse_press", *pixel, 1, 0)
        self.send("on_mouse_release", *pixel, 1, 0)
        self.frame()

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        self.press(start)
        for step in range(1, 9):
            part = step / 8
            point = start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part
            self.send("on_mouse_drag", *self.pixel(point), 1, 1, 1, 0)
            self.frame()
        self.release(end)
        self.frame()

    def key(self, symbol: int, modifiers: int = 0) -> None:
        self.send("on_key_press", symbol, modifiers)
        self.send("on_key_release", symbol, modifiers)
        self.frame()

    def until(self, condition: Callable[[], bool], frames: int = 2000) -> None:
        """Advance time until a condition holds; after many frames wait for other processes."""
        for number in range(frames):
            if condition():
                return
            self.send("on_update", 1 / 20)
            if number % 4 == 0:
                self.draw()
        until(condition, meanwhile=lambda: self.frame(seconds=1 / 20))
