"""Decides which sounds and which music are played, and how loud; screens call `Audio` through the window."""

from pathlib import Path

from roborally.narration.sounds import shared_sound, shared_sounds, sound_table
from roborally.profile import Settings
from roborally.ui.toolkit.sound.speaker import Speaker

VOICES = 10
"""The maximum number of effects that sound at the same time."""
AT_ONCE = 4
"""The maximum number of effects that start in the same frame."""
REPEAT = 0.09
"""Seconds after its start for which the same effect is not started again."""
FADE = 1.2
"""Seconds that music takes to fade in or out."""
AUDIBLE = 0.01
"""The smallest change of volume (0 to 1) that is passed on to the speaker during a fade."""


class Audio:
    """Plays effects and music, with the volumes of the player's settings; without a speaker it plays nothing."""

    def __init__(self, speaker: Speaker | None = None, settings: Settings | None = None) -> None:
        self._speaker = speaker
        self._always = frozenset(sound_table().always)
        self._now = 0.0
        self._ends: list[float] = []
        self._started: dict[Path, float] = {}
        self._begun_now = 0
        self._wanted = ""
        self._playing = ""
        self._fade = 0.0
        self._set_volume = 0.0
        self.settings = settings or Settings()
        self.load(shared_sounds())

    def load(self, files: list[Path]) -> None:
        """Prepare files of effects in the background; effects that are not prepared are not played."""
        if self._speaker is not None:
            self._speaker.load(files)

    @property
    def effects_volume(self) -> float:
        """The volume of effects in the settings, 0 to 1."""
        return _volume(self.settings, self.settings.effects_volume)

    @property
    def music_volume(self) -> float:
        """The volume of music in the settings, 0 to 1, at which a fade ends."""
        return _volume(self.settings, self.settings.music_volume) if self.settings.music else 0.0

    # --- effects --------------------------------------------------------------------------------------------------

    def effect(self, name: str) -> bool:
        """Play one of the game's own effects by its name, such as `click`; return false if it is not played."""
        return self.play(shared_sound(name))

    def play(self, path: Path) -> bool:
        """Play a prepared effect unless too many are playing; return whether it is played."""
        volume = self.effects_volume
        length = self._speaker.length(path) if self._speaker is not None else 0.0
        if self._speaker is None or length <= 0 or volume <= 0 or not self._has_room(path):
            return False
        self._begun_now += 1
        self._started[path] = self._now
        self._ends.append(self._now + length)
        self._speaker.play(path, volume)
        return True

    def _has_room(self, path: Path) -> bool:
        if self._now - self._started.get(path, -REPEAT) < REPEAT:
            return False
        return path.stem in self._always or (self._begun_now < AT_ONCE and len(self._ends) < VOICES)

    # --- music ----------------------------------------------------------------------------------------------------

    def music(self, name: str) -> None:
        """Fade the current music out and the piece `name` in; an empty name is silence."""
        self._wanted = name

    def update(self, seconds: float) -> None:
        """Advance fades and the time since effects have started by a number of seconds."""
        self._now += seconds
        self._begun_now = 0
        self._ends = [end for end in self._ends if end > self._now]
        if self._speaker is not None:
            self._update_music(self._speaker, seconds)

    def _update_music(self, speaker: Speaker, seconds: float) -> None:
        wanted = self._wanted if self.music_volume > 0 else ""
        rising = wanted == self._playing != ""
        self._fade = max(0.0, min(1.0, self._fade + (seconds if rising else -seconds) / FADE))
        if wanted != self._playing and self._fade <= 0:
            self._playing, self._set_volume = wanted, 0.0
            if wanted:
                speaker.play_music(shared_sound(f"music-{wanted}"), 0.0)
            else:
                speaker.stop_music()
        volume = self.music_volume * self._fade
        if self._playing and (
            abs(volume - self._set_volume) >= AUDIBLE or (self._fade in (0, 1) and volume != self._set_volume)
        ):
            self._set_volume = volume
            speaker.set_music_volume(volume)

    def close(self) -> None:
        """Stop all sound for good."""
        if self._speaker is not None:
            self._speaker.close()
            self._speaker = None


def _volume(settings: Settings, percent: int) -> float:
    """Convert percent to a volume, 0 to 1; squared, so that half the percentage sounds half as loud."""
    return (settings.volume / 100 * percent / 100) ** 2 if settings.sound else 0.0
