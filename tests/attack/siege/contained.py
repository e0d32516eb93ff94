"""Runs `roborally serve` with little memory and few descriptors, and measures its use of them."""

import json
import os
import resource
import subprocess
import sys
import threading
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]
MEMORY_V1 = Path("/sys/fs/cgroup/memory")
MEMORY_V2 = Path("/sys/fs/cgroup")


@dataclass(frozen=True)
class Group:
    """A control group of Linux that limits the memory of its processes; `used` and `limit` are names of its files."""

    folder: Path
    used: str
    limit: str

    @staticmethod
    def made(megabytes: int) -> "Group | None":
        """Create a group with a limit; `None` if the system or its rights do not allow it."""
        for parent, used, limit in (
            (MEMORY_V1, "memory.usage_in_bytes", "memory.limit_in_bytes"),
            (MEMORY_V2, "memory.current", "memory.max"),
        ):
            group = Group(parent / f"roborally-siege-{os.getpid()}", used, limit)
            with suppress(OSError):
                group.folder.mkdir()
                (group.folder / limit).write_text(str(megabytes * 1024 * 1024), encoding="ascii")
                return group
            group.remove()
        return None

    def take(self, pid: int) -> None:
        """Put a process into the group, with all processes that it starts from now on."""
        (self.folder / "cgroup.procs").write_text(str(pid), encoding="ascii")

    def size(self) -> int:
        """Return the memory of all processes in the group, in bytes."""
        return int((self.folder / self.used).read_text(encoding="ascii"))

    def remove(self) -> None:
        """Remove the group, after its processes have ended."""
        with suppress(OSError):
            self.folder.rmdir()


@dataclass
class Contained:
    """A server in a process; `lines` are the lines of its log, `problems` its other output."""

    process: "subprocess.Popen[str]"
    group: Group | None
    port: int = 0
    lines: list[dict[str, Any]] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    _reader: threading.Thread | None = None

    @staticmethod
    def start(folder: Path, megabytes: int, descriptors: int, words: list[str]) -> "Contained":
        """Start a server with the arguments `words`; its journals and files are in `folder`."""
        group = Group.made(megabytes)

        def contain() -> None:
            resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors, descriptors))
            if group is not None:
                group.take(os.getpid())

        process = subprocess.Popen(
            [sys.executable, "-m", "roborally", "serve", "--port", "0", "--journal", str(folder), *words],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            preexec_fn=contain,
            env={**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder)},
        )
        server = Contained(process, group)
        assert process.stderr is not None, "it is a pipe"
        for line in process.stderr:
            server.read_line(line)
            if server.port:
                break
        server._reader = threading.Thread(target=server._read, daemon=True)
        server._reader.start()
        return server

    def read_line(self, line: str) -> None:
        """Store a line of the log."""
        try:
            found = json.loads(line)
        except ValueError:
            self.problems.append(line.rstrip())
            return
        self.lines.append(found)
        if found.get("event") == "listening":
            self.port = int(found["port"])

    def _read(self) -> None:
        assert self.process.stderr is not None, "it is a pipe"
        for line in self.process.stderr:
            self.read_line(line)

    def memory(self) -> int:
        """Return the memory of the server and its bots in bytes; without a group, that of the server alone."""
        if self.group is not None:
            return self.group.size()
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        return int(status.partition("VmRSS:")[2].split()[0]) * 1024

    def descriptors(self) -> int:
        """Return the number of files and connections that the server has open."""
        return len(list(Path(f"/proc/{self.process.pid}/fd").iterdir()))

    def seconds(self) -> float:
        """Return the processor time that the server has used, without its bots."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def count(self, event: str) -> int:
        """Return the number of lines in the log about an event."""
        return sum(line.get("event") == event for line in self.lines)

    @property
    def runs(self) -> bool:
        """Return whether the server is running."""
        return self.process.poll() is None

    def stop(self, seconds: float = 60) -> int:
        """Stop it as a service manager does, and return its exit code."""
        self.process.terminate()
        try:
            code = self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.process.kill()
            code = self.process.wait(seconds)
        if self._reader is not None:
            self._reader.join(seconds)
        if self.group is not None:
            self.group.remove()
        return code
