"""`roborally replay --export`: films of a recorded match, drawn without a screen."""

import importlib.util
import os
import re
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image, ImageSequence

from roborally.base.atomic_file import StorageError
from roborally.cli import main
from roborally.features.replays.window.film_files import film_file
from roborally.game.factory import Game
from tests.limits import unmeasured
from tests.replay.conftest import play_recorded

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="EGL is there on Linux alone")

TEXT = re.compile(r"(?P<path>.+): (?P<count>\d+) pictures, (?P<seconds>[\d.]+) s, (?P<size>\d+ x \d+), [\d.]+ MB\n")
SMALL = ("--size", "640x360", "--fps", "5", "--speed", "fast")
LARGEST_FILE = 30_000
"""Bytes after which a disk is full."""


@pytest.fixture
def replay(new_game: Callable[..., Game], tmp_path: Path) -> Path:
    _match, recorder = play_recorded(new_game(), 3, 3)
    path = tmp_path / "yard.rrreplay"
    recorder.finish(path)
    return path


def run(*words: object, before: str = "", **environment: str) -> "subprocess.CompletedProcess[str]":
    """Run the command line without a display, after some lines of Python."""
    code = f"{before}\nimport sys\nfrom roborally.cli import main\nsys.exit(main(sys.argv[1:]))"
    limited = "RLIMIT" in before
    variables = unmeasured() if limited else dict(os.environ)
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        variables.pop(name, None)
    command = [sys.executable, "-c", code, "replay", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, env=variables | environment, check=False)


def export(replay: Path, out: Path, *words: str) -> tuple[int, float, str]:
    """Export without a display; return what the command tells: pictures, seconds, size."""
    done = run(replay, "--export", out, *words)
    assert (done.returncode, done.stderr) == (0, "")
    text = TEXT.fullmatch(done.stdout)
    assert text is not None, done.stdout
    assert text["path"] == str(out)
    assert sorted(path.name for path in out.parent.iterdir()) == sorted({replay.name, out.name})
    return int(text["count"]), float(text["seconds"]), text["size"]


def refused(replay: Path, out: Path, *words: str) -> str:
    """Return the one sentence with which an export is refused; nothing is left of it."""
    before = sorted(replay.parent.iterdir())
    done = run(replay, "--export", out, *words)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), done.stderr
    assert done.stderr.startswith("roborally: ")
    assert sorted(replay.parent.iterdir()) == before
    return done.stderr


def refused_here(capsys: pytest.CaptureFixture[str], replay: Path, out: Path) -> str:
    """Return that sentence of an export that is refused before anything is drawn: in this process."""
    before = sorted(replay.parent.iterdir())
    assert main(["replay", str(replay), "--export", str(out)]) == 2
    text = capsys.readouterr()
    assert (text.out, text.err.count("\n")) == ("", 1), text.err
    assert sorted(replay.parent.iterdir()) == before
    return text.err


def test_an_animated_picture(replay: Path, tmp_path: Path) -> None:
    count, seconds, size = export(replay, tmp_path / "a.gif", "--turns", "2", "--fps", "3", "--size", "320x180")
    assert (size, seconds) == ("320 x 180", round(count / 3, 1))
    assert count > 3 * 6  # a turn, and the moment for which its end stays
    with Image.open(tmp_path / "a.gif") as film:
        assert (film.size, film.info["loop"]) == ((320, 180), 0)
        frames = [(frame.info["duration"], frame.convert("RGB").tobytes()) for frame in ImageSequence.Iterator(film)]
    assert sum(length for length, _ in frames) == 10 * round(count * 100 / 3)
    assert 8 < len(frames) <= count
    assert frames[-1][0] >= 2000  # nothing moves any more, so it is one picture
    assert len({content for _, content in frames}) > 8


@pytest.mark.long
def test_a_film_is_the_same_each_time(replay: Path, tmp_path: Path) -> None:
    words = ("--turns", "2", "--fps", "4", "--size", "320x180")
    export(replay, tmp_path / "a.gif", *words)
    first = (tmp_path / "a.gif").read_bytes()
    export(replay, tmp_path / "a.gif", *words)
    assert (tmp_path / "a.gif").read_bytes() == first


@pytest.mark.long
def test_a_video(replay: Path, tmp_path: Path) -> None:
    av = pytest.importorskip("av", reason="the extra video is not installed")
    words = ("--turns", "1", "--fps", "3", "--size", "640x360", "--speed", "fast")
    count, seconds, size = export(replay, tmp_path / "a.MP4", *words)
    assert (size, seconds) == ("640 x 360", round(count / 3, 1))
    with av.open(str(tmp_path / "a.MP4")) as film:
        stream = film.streams.video[0]
        assert (stream.codec_context.name, stream.average_rate, stream.frames) == ("h264", 3, count)
        assert float(stream.duration * stream.time_base) == pytest.approx(count / 3)
        pictures = [frame.to_image() for frame in film.decode(stream)]
    assert len(pictures) == count
    assert {picture.size for picture in pictures} == {(640, 360)}
    # The colours are the game's: the background, in a corner where nothing else is.
    red, green, blue = pictures[0].getpixel((2, 180))
    assert max(abs(red - 14), abs(green - 16), abs(blue - 22)) < 12


def test_a_video_without_the_extra(
    replay: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name, *more: None if name == "av" else find(name, *more))
    assert main(["replay", str(replay), "--export", str(tmp_path / "a.mp4")]) == 2
    expected = "a film as .mp4 needs packages that are missing; install av with: pip install 'roborally[video]'"
    assert capsys.readouterr().err == f"roborally: {expected}\n"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--export", "a.avi"], "--export can write .gif, .mp4, .html, not 'a.avi'"),
        (["--export", "film"], "--export can write .gif, .mp4, .html, not 'film'"),
        (["--export", "a.gif", "--fps", "51"], "--fps must be a whole number from 1 to 50, not '51'"),
        (["--export", "a.gif", "--fps", "many"], "--fps must be a whole number from 1 to 50, not 'many'"),
        (["--export", "a.mp4", "--fps", "0"], "--fps must be a whole number from 1 to 60, not '0'"),
        (["--export", "a.gif", "--size", "big"], "--size must be like 1280x720"),
        (["--export", "a.gif", "--size", "2000x100"], "--size must be like 1280x720"),
        (["--export", "a.gif", "--size", "9999x9999"], "--size must be like 1280x720"),
        (["--export", "a.mp4", "--size", "1001x700"], "the sides of an .mp4 must be even numbers"),
        (["--export", "a.gif", "--turns", "5-3"], "--turns must be like 3-5"),
        (["--export", "a.gif", "--turns", "0"], "--turns must be like 3-5"),
        (["--export", "a.gif", "--watch"], "--export and --watch cannot be combined"),
        (["--export", "a.gif", "--json"], "--export and --json cannot be combined"),
        (["--turns", "3"], "--turns is for a film; name its file with --export"),
        (["--speed", "fast"], "--speed is for a film; name its file with --export"),
    ],
)
def test_wrong_options(words: list[str], expected: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "nowhere.rrreplay", *words]) == 2
    text = capsys.readouterr()
    assert expected in text.err
    assert (text.out, text.err.count("\n")) == ("", 1)


def test_what_is_no_replay(replay: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "a.gif"
    assert "there is no such file" in refused_here(capsys, tmp_path / "nowhere.rrreplay", out)
    whole = replay.read_bytes()
    replay.write_bytes(b"no replay")
    assert "is not a RoboRally file" in refused_here(capsys, replay, out)
    replay.write_bytes(whole[:-30])
    assert "is damaged" in refused_here(capsys, replay, out)


def test_a_replay_with_a_plugin_that_is_missing(
    new_game: Callable[..., Game], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _match, recorder = play_recorded(new_game(), 3, 1)
    recorder.record.plugins["gone"] = "1.0"
    recorder.finish(tmp_path / "yard.rrreplay")
    text = refused_here(capsys, tmp_path / "yard.rrreplay", tmp_path / "a.gif")
    assert "needs plugin 'gone' 1.0, which is missing" in text


def test_places_where_no_film_can_be_written(replay: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "folder.gif").mkdir()
    assert "is a folder" in refused_here(capsys, replay, tmp_path / "folder.gif")
    assert "yard.rrreplay/a.gif: cannot be written: " in refused(replay, replay / "a.gif")
    assert "--turns 2-9: this replay has the turns 1 to " in refused(replay, tmp_path / "a.gif", "--turns", "2-9")


@pytest.mark.long
@pytest.mark.parametrize("name", ["a.gif", "a.mp4"])
def test_a_disk_that_is_full(replay: Path, tmp_path: Path, name: str) -> None:
    if name == "a.mp4":
        pytest.importorskip("av", reason="the extra video is not installed")
    (tmp_path / name).write_bytes(b"the film before")
    limit = f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, ({LARGEST_FILE}, {resource.RLIM_INFINITY}))"
    done = run(replay, "--export", tmp_path / name, *SMALL, "--turns", "1", before=limit)
    assert (done.returncode, done.stdout) == (2, "")
    assert (
        done.stderr.splitlines()[-1] == f"roborally: {tmp_path / name}: cannot be written: the file would be too large"
    )
    assert (tmp_path / name).read_bytes() == b"the film before"
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([name, replay.name])


@pytest.mark.parametrize("name", ["a.gif", "a.mp4"])
def test_a_film_that_becomes_too_large_is_told_and_leaves_the_one_before(tmp_path: Path, name: str) -> None:
    if name == "a.mp4":
        pytest.importorskip("av", reason="the extra video is not installed")
    (tmp_path / name).write_bytes(b"the film before")
    noise = [Image.effect_noise((256, 256), 200 + number).convert("RGB") for number in range(30)]
    before = resource.getrlimit(resource.RLIMIT_FSIZE)

    def write() -> None:
        with film_file(tmp_path / name, (256, 256), 30, lambda: noise[:1]) as film:
            resource.setrlimit(resource.RLIMIT_FSIZE, (LARGEST_FILE, before[1]))
            for picture in noise:
                film.add(picture)

    try:
        with pytest.raises(StorageError, match="cannot be written: the file would be too large"):
            write()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert (tmp_path / name).read_bytes() == b"the film before"
    assert [path.name for path in tmp_path.iterdir()] == [name]


@pytest.mark.long
def test_an_interruption_leaves_nothing(replay: Path, tmp_path: Path) -> None:
    """Ctrl-C while the first frame is written, which waits until Python has come to hear of it."""
    interrupt = (
        "import signal, threading\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # jobs in a shell's background ignore it
        "from PIL import GifImagePlugin\n"
        "def getdata(*words, **more):\n"
        "    signal.raise_signal(signal.SIGINT)\n"
        "    threading.Event().wait(60)\n"
        "GifImagePlugin.getdata = getdata\n"
    )
    done = run(replay, "--export", tmp_path / "a.gif", *SMALL, before=interrupt)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")
    assert list(tmp_path.iterdir()) == [replay]


@pytest.mark.parametrize(
    ("before", "environment"),
    [
        (
            "import ctypes\n"
            "plain = ctypes.CDLL.__init__\n"
            "def without(self, name, *words, **more):\n"
            "    if 'EGL' in str(name): raise OSError(name)\n"
            "    plain(self, name, *words, **more)\n"
            "ctypes.CDLL.__init__ = without\n",
            {},
        ),
        pytest.param(
            "", {"__EGL_VENDOR_LIBRARY_FILENAMES": "/nowhere.json", "PYTHONWARNINGS": "ignore"}, marks=pytest.mark.long
        ),
    ],
    ids=["no library", "no driver"],
)
def test_without_egl(replay: Path, tmp_path: Path, before: str, environment: dict[str, str]) -> None:
    done = run(replay, "--export", tmp_path / "a.gif", before=before, **environment)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), done.stderr
    assert done.stderr.startswith("roborally: nothing can be drawn without a screen (")
    assert "on Debian: libegl1 libgl1 libgl1-mesa-dri libfontconfig1\n" in done.stderr
    assert list(tmp_path.iterdir()) == [replay]


def test_frames_hold_what_has_changed(tmp_path: Path) -> None:
    """Three pictures at 30 a second: hundredths of a second do not add up to a drift, and equal ones are one frame."""
    plain, dotted = Image.new("RGB", (90, 60), "navy"), Image.new("RGB", (90, 60), "navy")
    dotted.paste("gold", (70, 50, 80, 55))
    shown = [plain] * 31 + [dotted] * 30 + [plain] * 29
    with film_file(tmp_path / "a.gif", (90, 60), 30, lambda: [plain, dotted]) as film:
        for picture in shown:
            film.add(picture)
    with Image.open(tmp_path / "a.gif") as read:
        tiles, lengths, pictures = [], [], []
        for frame in ImageSequence.Iterator(read):
            tiles.append(read.tile[0][1] if read.tile else None)
            lengths.append(frame.info["duration"])
            pictures.append(frame.convert("RGB").tobytes())
    assert pictures == [plain.tobytes(), dotted.tobytes(), plain.tobytes()]
    assert lengths == [1030, 1000, 970]
    assert tiles[1:] == [(70, 50, 80, 55)] * 2


def test_nothing_is_left_of_a_film_that_breaks_off(tmp_path: Path) -> None:
    picture = Image.new("RGB", (90, 60))

    def break_off() -> None:
        with film_file(tmp_path / "a.gif", (90, 60), 30, lambda: [picture]) as film:
            film.add(picture)
            assert len(list(tmp_path.iterdir())) == 1
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        break_off()
    assert list(tmp_path.iterdir()) == []
