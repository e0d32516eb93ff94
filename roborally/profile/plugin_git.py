"""Fetches a plugin from a git repository with the program `git`: only the newest commit, and without running its code.

No files are checked out, so no hooks or filters run and no links are created: `git archive` writes a zip file, which is
unpacked within the usual limits. Submodules are not fetched.
"""

import contextlib
import os
import re
import shutil
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

from roborally.base.errors import reason
from roborally.profile.plugin_archive import MAX_ARCHIVE, unpack
from roborally.profile.plugin_download import is_this_machine, parts_of
from roborally.profile.plugin_files import InstallError

GIT = "git+"
_PROTOCOLS = ("https", "http", "ssh", "file")
MAX_SECONDS = 300.0
"""The maximum number of seconds for `git`."""
MAX_REPOSITORY = 4 * MAX_ARCHIVE
"""The maximum number of bytes fetched from a repository."""
_TICK = 0.1
"""Seconds between two checks of the fetched size."""
_REF = re.compile(r"[A-Za-z0-9][A-Za-z0-9._/-]{0,99}")
_HOST = re.compile(r"[A-Za-z0-9\[]([A-Za-z0-9.:\]-]*)")


def fetch_git(address: str, aside: Path, into: Path, *, has_digest: bool) -> None:
    """Unpack the files of a repository into a folder; raise `InstallError`.

    `address` is `git+URL`, or `git+URL@NAME` for a branch or a tag.
    """
    program = shutil.which("git")
    if program is None:
        raise InstallError("this needs the program git, which is not installed here", where=address)
    url, name = _parts(address, has_digest=has_digest)
    repository, archive = aside / "repository", aside / "fetched.zip"
    branch = ["--branch", name] if name else []
    safe = ["-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false", "-c", "transfer.fsckObjects=true"]
    clone = ["clone", "--quiet", "--bare", "--depth", "1", "--no-tags", "--single-branch", "--template="]
    _run([program, *safe, *clone, *branch, "--", url, str(repository)], repository, address)
    pack = ["--git-dir", str(repository), "archive", "--format=zip", "--output", str(archive), "HEAD"]
    _run([program, *safe, *pack], archive, address)
    unpack(archive, into, address)


def _parts(address: str, *, has_digest: bool) -> tuple[str, str]:
    """Return the address for `git`, and the name of a branch or a tag, which may be empty."""
    url = address[len(GIT) :]
    parts = parts_of(url, address)
    path, mark, name = parts.path.partition("@")
    if mark:
        url = parts._replace(path=path).geturl()
    if parts.scheme.lower() not in _PROTOCOLS:
        raise InstallError("an address of git must begin with git+https://, git+ssh:// or git+file://", where=address)
    if parts.scheme.lower() == "http" and not has_digest and not is_this_machine(parts.hostname or ""):
        raise InstallError(
            "http is not encrypted, so anybody on the way could change the plugin; use https, or give its digest",
            where=address,
        )
    if parts.hostname and not _HOST.fullmatch(parts.hostname):
        raise InstallError("{host!r} is not the name of a machine", where=address, host=parts.hostname)
    if mark and not _REF.fullmatch(name):
        raise InstallError("{name!r} is not the name of a branch or a tag", where=address, name=name)
    return url, name


def _run(command: Sequence[str], written: Path, address: str) -> None:
    """Run `git` without prompts, and stop it if it writes too much or takes too long."""
    settings = {
        **os.environ,
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_ASKPASS": "true",
        "GIT_SSH_COMMAND": os.environ.get("GIT_SSH_COMMAND", "ssh -oBatchMode=yes"),
        "GIT_ALLOW_PROTOCOL": ":".join(_PROTOCOLS),
        "GIT_LFS_SKIP_SMUDGE": "1",
        "LC_ALL": "C",
    }
    for name in ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"):
        settings.pop(name, None)
    said = written.with_name("git.txt")
    end = time.monotonic() + MAX_SECONDS
    try:
        with said.open("wb") as errors:
            process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=errors, stderr=errors, env=settings, cwd=written.parent
            )
            try:
                while process.poll() is None:
                    with contextlib.suppress(subprocess.TimeoutExpired):
                        process.wait(_TICK)
                    if time.monotonic() > end:
                        raise InstallError("git takes too long", where=address)
                    if _size(written) > MAX_REPOSITORY:
                        raise InstallError("the repository is too large for a plugin", where=address)
            finally:
                if process.poll() is None:
                    process.kill()
                    process.wait()
    except OSError as error:
        raise InstallError("git cannot be run: {error}", where=address, error=reason(error)) from None
    if process.returncode:
        raise InstallError("git says: {words}", where=address, words=_words(said))


def _words(said: Path) -> str:
    """Return the line of `git`'s output that describes the error."""
    with said.open(encoding="utf-8", errors="replace") as file:
        lines = file.read(4_000).splitlines()
    for mark in ("fatal: ", "error: ", "warning: "):
        for line in lines:
            if mark in line:
                return line.partition(mark)[2].strip()
    return lines[-1].strip() if lines else "nothing"


def _size(path: Path) -> int:
    """Return the number of bytes at a path, while others write there."""
    total = 0
    for top, _folders, names in os.walk(path):
        for name in names:
            with contextlib.suppress(OSError):
                total += Path(top, name).lstat().st_size
    with contextlib.suppress(OSError):
        total += path.stat().st_size if path.is_file() else 0
    return total
