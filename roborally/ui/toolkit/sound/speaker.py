"""Decodes and plays sound files in a separate thread, so that no frame waits.

OGG files are read by libsndfile through `soundfile`, because on a bare Linux pyglet can only decode WAV.
"""

import logging
import queue
import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from pyglet.media import Player, StaticSource
from pyglet.media.codecs.base import AudioData, AudioFormat, StreamingSource
from pyglet.media.drivers import get_audio_driver
from pyglet.media.drivers.silent.adaptation import SilentDriver

SAMPLE = 2
"""Bytes per sample of one channel."""
FAREWELL = 1.0
"""The longest wait for the thread when the program ends, in seconds, in case the sound server hangs."""

_log = logging.getLogger(__name__)


MAX_SAMPLES = 6_000_000
"""The maximum number of samples of an effect, a minute in stereo: a server's plugin may have an endless file."""
MAX_LENGTH = 60
"""The maximum length of an effect in seconds; a longer one would keep others from being played."""


class SoundFileSource(StreamingSource):
    """A sound file, decoded by pyglet while it plays; with `loop` it repeats for ever without a gap.

    Raises `RuntimeError` if libsndfile cannot read the file.
    """

    def __init__(self, path: Path, *, loop: bool = False) -> None:
        import soundfile

        self._file: Any = soundfile.SoundFile(path)
        self._loop = loop
        self.audio_format: Any = AudioFormat(self._file.channels, 8 * SAMPLE, self._file.samplerate)
        self._duration = None if loop else self._file.frames / self._file.samplerate

    @property
    def samples(self) -> int:
        """The number of samples of all channels together."""
        return int(self._file.frames * self._file.channels)

    def is_precise(self) -> bool:
        """Return true, so that pyglet asks for no more data than it needs."""
        return True

    def seek(self, timestamp: float) -> None:
        """Continue at a time in seconds after the beginning."""
        self._file.seek(int(max(0.0, timestamp) * self._file.samplerate) % self._file.frames)

    def get_audio_data(self, num_bytes: float, compensation_time: float = 0.0) -> AudioData | None:
        """Return the next samples, at most `num_bytes` bytes, `None` after the end; ignore `compensation_time`."""
        frame = SAMPLE * self._file.channels
        wanted = int(num_bytes) // frame
        data = bytes(self._file.buffer_read(wanted, dtype="int16"))
        while self._loop and len(data) < wanted * frame:
            self._file.seek(0)
            data += bytes(self._file.buffer_read(wanted - len(data) // frame, dtype="int16"))
        return AudioData(data, len(data)) if data else None

    def delete(self) -> None:
        """Close the sound file."""
        self._file.close()


class Voice(Player):
    """A player for one sound, which the speaker's thread removes after the sound has ended."""

    def __init__(self, source: StaticSource | SoundFileSource, volume: float) -> None:
        super().__init__()
        self.volume = volume
        self.queue(source)
        self.play()

    def on_eos(self) -> None:
        """Do nothing at the end of the sound."""


class Speaker:
    """Plays sound files in a thread; all calls but `wait` and `close` return at once. `started` counts effects."""

    def __init__(self) -> None:
        self._tasks: queue.SimpleQueue[Callable[[], object] | None] = queue.SimpleQueue()
        self._sounds: dict[Path, StaticSource] = {}
        self._voices: list[tuple[Voice, float]] = []
        self.started = 0
        self._music: tuple[Voice, SoundFileSource] | None = None
        self._thread = threading.Thread(target=self._work, name="speaker", daemon=True)
        self._thread.start()

    # --- thread-safe calls ----------------------------------------------------------------------------------------

    def do(self, task: Callable[[], object]) -> None:
        """Let the thread call a function, after all earlier requests."""
        self._tasks.put(task)

    def load(self, files: Iterable[Path]) -> None:
        """Decode files of effects, so that they can be played; skip those that have been decoded already."""
        for path in files:
            if path not in self._sounds:
                self.do(lambda path=path: self._decode(path))  # type: ignore[misc]

    def length(self, path: Path) -> float:
        """Return the length of an effect in seconds, 0 if it has not been decoded."""
        sound = self._sounds.get(path)
        return sound.duration if sound is not None else 0.0

    def play(self, path: Path, volume: float) -> None:
        """Play a decoded effect at a volume from 0 to 1."""
        self.do(lambda: self._start(path, volume))

    def play_music(self, path: Path, volume: float) -> None:
        """Play a file of music again and again instead of the current one, at a volume from 0 to 1."""
        self.do(lambda: self._start_music(path, volume))

    def stop_music(self) -> None:
        """Stop the music, if any is playing."""
        self.do(self._end_music)

    def set_music_volume(self, volume: float) -> None:
        """Set the volume of the music, 0 to 1."""
        self.do(lambda: self._fade(volume))

    def close(self) -> None:
        """Stop all sound and end the thread."""
        self._tasks.put(None)
        self._thread.join(FAREWELL)

    @property
    def music_volume(self) -> float:
        """The present volume of the music, 0 to 1; 0 if none is playing."""
        return float(self._music[0].volume) if self._music is not None else 0.0

    # --- the thread -----------------------------------------------------------------------------------------------

    def _work(self) -> None:
        for task in iter(self._tasks.get, None):
            try:
                task()
            except Exception as error:  # drivers raise any kind of error, and no sound is worth a crash
                _log.debug("a sound was not played: %s", error)
        for voice, _length in self._voices:
            voice.delete()
        self._voices.clear()
        self._end_music()

    def _decode(self, path: Path) -> None:
        if path not in self._sounds:
            source = SoundFileSource(path)
            if source.samples <= MAX_SAMPLES and source.duration <= MAX_LENGTH:
                self._sounds[path] = StaticSource(source)
            source.delete()

    def _start(self, path: Path, volume: float) -> None:
        for ended in [pair for pair in self._voices if pair[0].time > pair[1]]:
            ended[0].delete()
            self._voices.remove(ended)
        if path in self._sounds:
            # pyglet's clock is a little ahead of the audible sound
            self.started += 1
            self._voices.append((Voice(self._sounds[path], volume), self._sounds[path].duration + 0.3))

    def _start_music(self, path: Path, volume: float) -> None:
        self._end_music()
        source = SoundFileSource(path, loop=True)
        self._music = Voice(source, volume), source

    def _end_music(self) -> None:
        if self._music is not None:
            voice, source = self._music
            self._music = None
            voice.delete()
            source.delete()

    def _fade(self, volume: float) -> None:
        if self._music is not None:
            self._music[0].volume = volume


def open_speaker() -> Speaker | None:
    """Return a new speaker, or `None` without a sound device or libsndfile."""
    if isinstance(get_audio_driver(), SilentDriver):
        _log.debug("there is no sound: pyglet has found no device to play it on")
        return None
    try:
        import soundfile  # noqa: F401
    except (ImportError, OSError) as error:
        _log.debug("there is no sound: libsndfile cannot be loaded: %s", error)
        return None
    return Speaker()
