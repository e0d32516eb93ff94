"""The sounds that are played, through pyglet's silent driver."""

import ast
import logging
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import soundfile

from roborally.core.events import KERNEL_EVENTS
from roborally.features.authoring.checks.plugin_check import check_plugin
from roborally.game.factory import Game
from roborally.game.session.instant_thinker import InstantThinker
from roborally.game.session.local import LocalSession
from roborally.narration.sounds import SoundCues, find_sound, shared_sound, shared_sounds, sound_folder, sound_table
from roborally.narration.words import AFTER, BY
from roborally.plugin_system.loader import Catalogue, Plugin
from roborally.plugin_system.manifest import read_manifest
from roborally.profile import Settings
from roborally.ui.match.shown_match import ShownMatch
from roborally.ui.match.watching.match_sounds import MatchSounds
from roborally.ui.toolkit.sound.audio import AT_ONCE, FADE, REPEAT, VOICES, Audio
from roborally.ui.toolkit.sound.speaker import SoundFileSource, Speaker, open_speaker
from tests.shipped import catalogue
from tests.waiting import PATIENCE
from tests.writing import write_plugin

ROOT = Path(__file__).resolve().parents[2]
PLUGINS = catalogue().plugins


# --- which sound an event makes -------------------------------------------------------------------------------------


def emitted() -> Iterator[tuple[str, str]]:
    """Yield the file and the type of every event that the game's code emits."""
    for folder in (ROOT / "roborally" / "core", ROOT / "plugins"):
        for path in sorted(folder.rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "emit":
                    first = node.args[0] if node.args else None
                    if isinstance(first, ast.Constant):
                        yield path.parent.name, str(first.value)


def test_every_type_of_event_has_a_sound_or_is_silent_on_purpose() -> None:
    cues = SoundCues(PLUGINS.values())
    found = set(emitted()) | {("core", type_) for type_ in KERNEL_EVENTS}
    assert len(found) > 30
    unheard = sorted({(where, type_) for where, type_ in found if cues.key({"type": type_}) is None})
    assert not unheard, f"neither [sound] of plugin.toml nor assets/sounds/sounds.toml says how these sound: {unheard}"


def test_every_cause_of_a_manifest_has_a_sound_or_is_silent_on_purpose() -> None:
    cues = SoundCues(PLUGINS.values())
    kinds = {kind for one in PLUGINS.values() for kind in one.manifest.question}
    for plugin in PLUGINS.values():
        for context, type_, key in (
            ("cause", "destroy", "cause"),
            ("hurt", "hurt", "cause"),
            ("heal", "heal", "cause"),
            ("move", "step", "how"),
            ("move", "place", "how"),
        ):
            for name in getattr(plugin.manifest, context):
                assert cues.key({"type": type_, key: name}) is not None, (plugin.id, context, name)
        for type_ in plugin.manifest.log:
            name, _, answer = type_.removesuffix(BY).partition(AFTER)[0].partition(" ")
            is_answer = answer and name in kinds
            event = {"type": "answer", "kind": name, "answer": answer} if is_answer else {"type": name, "card": answer}
            assert cues.key(event) not in (None, "answer"), f"{plugin.id}: [log] has {type_!r}, [sound] has nothing"


def test_every_key_of_a_plugin_is_an_emitted_event() -> None:
    known = {type_ for _, type_ in emitted()} | {kind for one in PLUGINS.values() for kind in one.manifest.question}
    for plugin in PLUGINS.values():
        for key, name in plugin.manifest.sound.items():
            assert key.split()[0] in known, (plugin.id, key)
            assert not name or find_sound(name, [plugin, *PLUGINS.values()]) is not None, (plugin.id, name)


def test_every_sound_of_the_table_has_a_file() -> None:
    context = sound_table()
    for name in (*filter(None, context.event.values()), *context.always):
        assert shared_sound(name).is_file(), name


def test_the_more_exact_key_counts() -> None:
    cues = SoundCues(PLUGINS.values())

    def name(own: frozenset[int] = frozenset(), **event: Any) -> str:
        path = cues.find(event, own)
        return path.stem if path is not None else ""

    assert name(type="step", how="card") == "step"
    assert name(type="step", how="push") == "push"
    assert name(type="step", how="belt") == "belt"
    assert name(type="destroy", cause="pit") == "fall"
    assert name(type="destroy", cause="flamer") == "explosion"
    assert name(type="hurt", cause="respawn") == ""
    assert name(type="nobody-knows") == ""
    assert name(type="over", winners=(1,)) == "victory"
    assert name(frozenset({0}), type="over", winners=(1,)) == "defeat"
    assert name(frozenset({0, 1}), type="over", winners=(1,)) == "victory"


def test_a_plugin_brings_its_own_sounds(tmp_path: Path, catalogue: Catalogue) -> None:
    folder = write_plugin(tmp_path, "gong", '[sound]\nturn = "gong"\n"step push" = ""\nhurt = "bang"\n')
    (folder / "sounds").mkdir()
    (folder / "sounds" / "gong.ogg").write_bytes(shared_sound("tick").read_bytes())
    problems = check_plugin(folder).problems
    assert [problem for problem in problems if "sound" in problem] == [
        "plugin.toml: sound.hurt: there is no sound 'bang'"
    ]
    cues = SoundCues([*catalogue.plugins.values(), Plugin(folder, read_manifest(folder))])
    assert cues.find({"type": "turn", "how": "card"}) == folder / "sounds" / "gong.ogg"
    assert cues.find({"type": "step", "how": "push"}) is None
    assert cues.find({"type": "hurt", "cause": "robot-laser"}) is None


# --- playing --------------------------------------------------------------------------------------------------------


@pytest.fixture
def speaker() -> Iterator[Any]:
    pytest.importorskip("arcade", exc_type=ImportError)
    speaker = Speaker()
    yield speaker
    speaker.close()


def is_done(speaker: Any) -> bool:
    """Wait until all requests are done."""
    done = threading.Event()
    speaker.do(done.set)
    return done.wait(PATIENCE)


@pytest.fixture
def audio(speaker: Any) -> Any:
    audio = Audio(speaker)
    assert is_done(speaker)
    return audio


@pytest.mark.parametrize("path", sorted(sound_folder().glob("*.ogg")), ids=lambda path: path.stem)
def test_every_file_decodes(path: Path) -> None:
    source = SoundFileSource(path)
    music = path.stem.startswith("music-")
    assert 40 <= source.duration <= 90 if music else 0.09 <= source.duration <= 1.25
    assert source.audio_format.sample_rate == 44100
    assert source.audio_format.channels == (2 if music else 1)
    data = source.get_audio_data(20_000)
    assert data is not None
    assert any(data.data)
    source.delete()


def test_the_files_are_small() -> None:
    assert sum(path.stat().st_size for path in sound_folder().glob("*.ogg")) < 2_500_000


def test_a_loop_goes_on_without_a_gap() -> None:
    once, loop = SoundFileSource(shared_sound("tick")), SoundFileSource(shared_sound("tick"), loop=True)

    def samples(source: SoundFileSource, count: int) -> bytes:
        data = source.get_audio_data(count)
        assert data is not None
        return bytes(data.data)

    whole = samples(once, 1_000_000)
    assert once.get_audio_data(1_000) is None
    thrice = b"".join(samples(loop, len(whole) // 2 // 2 * 2) for _ in range(6))
    assert (whole * 4).startswith(thrice)
    assert len(thrice) > 2 * len(whole)


def test_effects_are_played_and_an_unknown_one_is_silence(audio: Any, speaker: Any) -> None:
    assert audio.effect("click")
    assert audio.effect("laser")
    assert not audio.effect("nobody-made-this")
    speaker.load([shared_sound("nobody-made-this")])
    speaker.play(shared_sound("nobody-made-this"), 1.0)
    assert is_done(speaker)
    assert speaker.started == 2


@pytest.mark.parametrize("channels", [1, 2])
def test_a_sound_that_is_too_long_is_not_kept_in_memory(
    speaker: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, channels: int
) -> None:
    """A plugin of a server may have a file that never ends; its music is decoded bit by bit as it is heard."""
    monkeypatch.setattr("roborally.ui.toolkit.sound.speaker.MAX_SAMPLES", 2000)
    paths = [tmp_path / "whole.wav", tmp_path / "endless.wav"]
    for path, frames in zip(paths, (2000 // channels, 2000 // channels + 1), strict=True):
        soundfile.write(path, [[0.5] * channels] * frames, 8000, subtype="PCM_16")
    speaker.load(paths)
    assert is_done(speaker)
    assert [speaker.length(path) > 0 for path in paths] == [True, False]
    for path in paths:
        speaker.play(path, 1.0)
    assert is_done(speaker)
    assert speaker.started == 1
    speaker.play_music(paths[1], 0.5)
    assert is_done(speaker)
    assert speaker.music_volume == 0.5


def test_a_sound_that_lasts_too_long_takes_no_voice(audio: Any, speaker: Any, tmp_path: Path) -> None:
    """At one sample per second a small file would hold one of the ten voices for hours."""
    paths = [tmp_path / "minute.wav", tmp_path / "hours.wav"]
    for path, frames in zip(paths, (60, 20_000), strict=True):
        soundfile.write(path, [0.5] * frames, 1, subtype="PCM_16")
    audio.load(paths)
    assert is_done(speaker)
    assert [audio.play(path) for path in paths] == [True, False]


def test_every_effect_of_the_game_is_short_enough(audio: Any, speaker: Any) -> None:
    speaker.load(shared_sounds())
    assert is_done(speaker)
    assert all(speaker.length(path) > 0 for path in shared_sounds())


def test_too_much_at_once_is_left_out(audio: Any) -> None:
    names = [path.stem for path in shared_sounds() if path.stem not in sound_table().always]
    assert sum(audio.effect(name) for name in names) == AT_ONCE
    assert not audio.effect(names[0]), "it has just begun"
    received = AT_ONCE
    for _ in range(6):
        audio.update(0.001)
        received += sum(audio.effect(name) for name in names)
    assert received == VOICES
    assert all(audio.effect(name) for name in sound_table().always), "these are always heard"
    audio.update(2.0)
    assert audio.effect(names[0])
    audio.update(REPEAT / 2)
    assert not audio.effect(names[0])
    audio.update(REPEAT)
    assert audio.effect(names[0])


@pytest.mark.parametrize("change", [{"sound": False}, {"volume": 0}, {"effects_volume": 0}])
def test_volume_0_plays_nothing(audio: Any, speaker: Any, change: dict[str, Any]) -> None:
    audio.settings = Settings(**change)
    assert not audio.effect("click")
    assert is_done(speaker)
    assert speaker.started == 0


def test_volumes_are_multiplied() -> None:
    audio = Audio(settings=Settings(volume=100, music_volume=50, effects_volume=100))
    assert audio.effects_volume == 1
    assert audio.music_volume == 0.25
    audio.settings = Settings(volume=50, effects_volume=50, music=False)
    assert audio.effects_volume == 0.0625
    assert audio.music_volume == 0


def test_music_comes_and_goes(audio: Any, speaker: Any) -> None:
    def volume_after(seconds: float) -> float:
        for _ in range(20):
            audio.update(seconds / 20)
        assert is_done(speaker)
        return float(speaker.music_volume)

    full = audio.music_volume
    assert volume_after(1) == 0
    audio.music("menu")
    assert 0 < volume_after(FADE / 2) < full
    assert volume_after(FADE) == full
    audio.music("match")
    assert 0 < volume_after(FADE / 2) < full
    assert volume_after(2 * FADE) == full
    audio.settings = Settings(music=False)
    assert volume_after(FADE * 1.2) == 0
    audio.settings = Settings()
    assert volume_after(FADE * 1.2) == full
    audio.music("")
    assert volume_after(FADE * 1.2) == 0


def test_no_device_is_no_error(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG, "roborally"):
        speaker = open_speaker()
    assert speaker is None, "the tests run with pyglet's silent driver"
    assert len(caplog.records) == 1
    audio = Audio(speaker)
    audio.music("menu")
    audio.update(5)
    assert not audio.effect("click")
    audio.close()


def test_closing_twice_is_no_error(audio: Any, speaker: Any) -> None:
    audio.effect("click")
    audio.music("menu")
    audio.update(2)
    audio.close()
    audio.close()
    assert not audio.effect("click")
    assert speaker.music_volume == 0


# --- a match --------------------------------------------------------------------------------------------------------


@pytest.fixture
def context(new_game: Callable[..., Game], catalogue: Catalogue) -> Iterator[Any]:
    pytest.importorskip("arcade", exc_type=ImportError)
    session = LocalSession.start(new_game(), 1, InstantThinker(catalogue))
    yield ShownMatch.of(session)
    session.close()


def test_a_sound_is_heard_once_in_a_beat(audio: Any, speaker: Any, context: Any) -> None:
    sounds = MatchSounds(audio, context)
    step = {"type": "step", "beat": 1, "piece": 0, "how": "card"}
    for piece in range(3):
        sounds.on_event({**step, "piece": piece})
        audio.update(0.2)
    assert is_done(speaker)
    assert speaker.started == 1
    sounds.on_event({**step, "beat": 2})
    assert is_done(speaker)
    assert speaker.started == 2


def test_a_match_that_is_skipped_makes_no_noise(audio: Any, speaker: Any, context: Any) -> None:
    sounds = MatchSounds(audio, context)
    hows = ("card", "push", "belt", "slide")
    for beat in range(400):
        sounds.on_event({"type": "step", "beat": beat, "piece": 0, "how": hows[beat % 4]})
        sounds.on_event({"type": "hurt", "beat": beat, "piece": 0, "cause": "robot-laser"})
        sounds.on_event({"type": "turn", "beat": beat, "piece": 0, "how": "gear"})
    sounds.on_event({"type": "over", "beat": 400, "winners": (0,)})
    assert is_done(speaker)
    assert speaker.started == AT_ONCE + 1, "some of the steps, and the victory"


def test_the_last_seconds_tick(audio: Any, speaker: Any, context: Any) -> None:
    sounds = MatchSounds(audio, context)
    sounds.clock(None)
    for tenth in range(130, -5, -1):
        sounds.clock(tenth / 10)
        audio.update(0.1)
    assert is_done(speaker)
    assert speaker.started == 10


def test_a_play_call_does_not_wait(audio: Any, speaker: Any) -> None:
    """The thread hangs, as a sound server may: the game goes on all the same."""
    gate = threading.Event()
    speaker.do(lambda: gate.wait(20))  # a call that waited would let the thread go on in the end
    audio.music("menu")
    for _ in range(20):
        assert audio.effect("click")
        audio.update(0.2)
    assert speaker.started == 0
    assert speaker.music_volume == 0
    gate.set()
    assert is_done(speaker)
    assert speaker.started == 20
    assert speaker.music_volume > 0
