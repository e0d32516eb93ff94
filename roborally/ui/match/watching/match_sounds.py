"""Plays the sounds and the music of a match when its events are shown."""

from pathlib import Path

from roborally.core.events import Event
from roborally.narration.sounds import SoundCues
from roborally.ui.match.shown_match import ShownMatch
from roborally.ui.match.watching.tension import music_of
from roborally.ui.toolkit.sound.audio import Audio

LAST_SECONDS = 10
"""The number of seconds before the end of the time during which a clock ticks."""


class MatchSounds:
    """Plays the sounds of a match for events and for the clock, and chooses its music."""

    def __init__(self, audio: Audio, context: ShownMatch) -> None:
        self._audio = audio
        self._context = context
        self._cues = SoundCues(context.plugins)
        self._beat = -1
        self._received: set[Path] = set()
        self._second = 0
        audio.load(sorted(self._cues.files))

    def on_event(self, event: Event) -> None:
        """Play an event's sound, but each only once in a beat (a group of simultaneous events); adapt the music."""
        if event["type"] == "moment":
            self._audio.music(music_of(self._context))
        if event["beat"] != self._beat or event["type"] == "answer":  # an answer may come long after the last sound
            self._beat = event["beat"]
            self._received.clear()
        own = frozenset(robot.index for robot in self._context.display.robots if robot.seat == self._context.own)
        path = self._cues.find(event, own)
        if path is not None and path not in self._received:
            self._received.add(path)
            self._audio.play(path)

    def asked(self) -> None:
        """Play the sound for a question to the player."""
        self._audio.effect("your-turn")

    def refused(self) -> None:
        """Play the sound for an action that is not possible."""
        self._audio.effect("error")

    def clock(self, left: float | None) -> None:
        """Tick in the last seconds of a clock; `left` is in seconds, `None` if no clock runs."""
        second = int(left) + 1 if left is not None and 0 < left < LAST_SECONDS else 0
        if second and second != self._second:
            self._audio.effect("tick")
        self._second = second
