"""Mails that another program moves while they are being taken."""

import os
from pathlib import Path
from types import SimpleNamespace

import pytest

from roborally.base.plain_file import read_plain

from .conftest import Begin, address


def mail_of(seat: int) -> str:
    return f"From: {address(seat)}\nMessage-ID: <m{seat}@x>\nSubject: [RR-autumn T1] x\n\nl\n"


def test_a_mail_that_leaves_a_maildir_holds_back_no_other(
    begin_game: Begin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A mail program moves mails from `new` to `cur` at any time."""
    post = begin_game()
    for name in ("cur", "new"):
        (tmp_path / "mail" / name).mkdir(parents=True)
    moved = tmp_path / "mail" / "new" / "1.x"
    moved.write_text(mail_of(0))
    (tmp_path / "mail" / "new" / "2.x").write_text(mail_of(1))

    def read(path: Path, most: int) -> bytes:
        moved.unlink(missing_ok=True)
        return read_plain(path, most)

    monkeypatch.setattr("roborally.features.post.inbox.read_plain", read)
    assert post.take(tmp_path / "mail").count("taken for") == 1


def test_a_mail_that_leaves_the_inbox_holds_back_no_other(begin_game: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    post = begin_game()
    moved = post.path / "in" / "moved"
    for path in (moved, moved.with_name("stays")):
        path.write_text(mail_of(0))
    listed = list(os.scandir(moved.parent))
    moved.unlink()
    monkeypatch.setattr("roborally.features.post.inbox.os", SimpleNamespace(scandir=lambda _folder: listed))
    assert post.take().count("taken for") == 1
