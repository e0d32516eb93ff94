"""Sends the mails of all games on a correspondence server, in other threads, and tries again after failures.

No game is locked while a mail server is slow, so players are answered meanwhile.
"""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, TypeVar, cast

from roborally.base.errors import GameError, any_fault
from roborally.features.post.courier import Fate, MailServerError, Password, connected
from roborally.features.post.folder import BusyError, only_sender
from roborally.features.post.game_file import MailTable
from roborally.features.post.outbox import Mail
from roborally.features.post.server.shelf import Shelf
from roborally.net.server_log import log, warn

TICK = 1.0
"""Seconds between two checks for games with mails."""
PAUSE, MAX_PAUSE, MAX_TIMES = 60.0, 3600.0, 10
"""The pause in seconds after a failure, its maximum, and how often it is doubled at most."""
FAREWELL = 5.0
"""How many seconds a stopping server waits for the mail that is being sent."""
Found = TypeVar("Found")
Key = Path | tuple[str, str]
"""A key of `Trouble`: the folder of a game, or the server and user of a mail account."""
Beside = Callable[[Callable[[], Any]], Awaitable[Any]]
"""A function that runs another one in the thread that handles all games, and returns its result."""


@dataclass
class Trouble:
    """The failures of a game or mail account: how many in a row, when the pause after the last one ends, and why."""

    times: int
    until: float
    problem: str


class Mailer:
    """Sends the mails of all games of a correspondence server.

    `now` is the time for journals, `clock` a clock in seconds for pauses.
    """

    def __init__(
        self,
        shelf: Shelf,
        beside: Beside,
        password: Password,
        now: Callable[[], datetime],
        clock: Callable[[], float],
    ) -> None:
        self._shelf = shelf
        self._beside = beside
        self._password = password
        self._now = now
        self._clock = clock
        self._troubles: dict[Key, Trouble] = {}
        self._unnoted: dict[Path, list[str]] = {}
        """The Message-IDs of sent mails that the journal of their game does not record yet, by the game's folder."""
        self._refused: set[str] = set()
        """Message-IDs of mails that were refused for good; they are not sent again until the server restarts."""
        self._stopping = asyncio.Event()

    async def run(self) -> None:
        """Send mails until `stop` is called."""
        while not self._stopping.is_set():
            await self.look()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stopping.wait(), TICK)

    async def stop(self, running: "asyncio.Task[None]") -> None:
        """Stop sending after the present mail; `running` is the task in which `run` runs."""
        self._stopping.set()
        await asyncio.wait([running], timeout=FAREWELL)
        running.cancel()

    async def look(self) -> None:
        """Send all waiting mails, except those of games and mail accounts that are paused after failures."""
        for path, table in (await self._beside(self._shelf.with_mail)).items():
            account = (table.smtp, table.user)
            if self._stopping.is_set() or self._is_left_alone(account) or self._is_left_alone(path):
                continue
            try:
                await self._carry(path, table)
            except BusyError:
                await self._keep(path, table)  # a referee's program is at work there and will end soon
            except MailServerError as error:
                self._leave_alone(account, path, str(error))
                await self._keep(path, table)
            except GameError as error:
                self._leave_alone(path, path, str(error))
                await self._keep(path, table)
            except asyncio.CancelledError:
                raise
            except any_fault() as error:  # such as a header that cannot be sent; other games go on
                warn("mails have failed", error)
                self._leave_alone(path, path, type(error).__name__)
                await self._keep(path, table)
            else:
                self._troubles.pop(path, None)

    def _is_left_alone(self, key: Key) -> bool:
        trouble = self._troubles.get(key)
        return trouble is not None and self._clock() < trouble.until

    def _leave_alone(self, key: Key, path: Path, problem: str) -> None:
        """Pause a mail account or a game after a failure (`problem`), for longer each time."""
        before = self._troubles.get(key, Trouble(0, 0.0, ""))
        pause = min(PAUSE * 2**before.times, MAX_PAUSE)
        if before.problem != problem:
            log("mails wait", game=path.name, problem=problem)
        self._troubles[key] = Trouble(min(before.times + 1, MAX_TIMES), self._clock() + pause, problem)

    async def _keep(self, path: Path, table: MailTable) -> None:
        await self._beside(partial(self._shelf.keep_mail, path, table))

    async def _carry(self, path: Path, table: MailTable) -> None:
        with ExitStack() as stack:
            await self._beside(lambda: stack.enter_context(only_sender(path)))
            for mail in list(self._unnoted.get(path, ())):
                await self._note(path, mail)
            mails: list[Mail] = await self._beside(partial(self._shelf.unsent, path))
            mails = [mail for mail in mails if mail.id not in self._refused]
            if mails:
                await self._send(path, table, mails)

    async def _send(self, path: Path, table: MailTable, mails: list[Mail]) -> None:
        """Send mails of a game; raise `GameError` if some must be sent again later."""
        fates: list[Fate] = []
        stack = ExitStack()
        try:
            server = await aside(lambda: stack.enter_context(connected(table, self._password)))
            for mail in mails:
                if self._stopping.is_set():
                    break
                fates.append(await aside(partial(server.send, mail.message)))
                self._troubles.pop((table.smtp, table.user), None)
                if fates[-1] == "taken":
                    self._unnoted.setdefault(path, []).append(mail.id)
                    await self._note(path, mail.id)
                elif fates[-1] == "refused":
                    self._refused.add(mail.id)
        finally:
            await aside(stack.close)
        log("mails sent", game=path.name, sent=fates.count("taken"), refused=fates.count("refused"))
        if "later" in fates:
            raise GameError("the mail server wants some mails later")

    async def _note(self, path: Path, mail: str) -> None:
        """Record in the game's journal that the mail with the Message-ID `mail` was sent; retry while it is locked."""
        while True:
            try:
                await self._beside(lambda: self._shelf.note_sent(path, mail, self._now()))
            except BusyError:
                await asyncio.sleep(TICK)
            else:
                self._unnoted[path].remove(mail)
                return


def tamed(job: Callable[[], Found]) -> Callable[[], Found]:
    """Return a job that raises `RuntimeError` in place of errors that would end its task or the event loop.

    Code of plugins may raise these: `CancelledError`, `StopIteration` and every error that is no `Exception`.
    """

    def do() -> Found:
        try:
            return job()
        except any_fault() as error:
            if isinstance(error, Exception) and not isinstance(error, StopIteration):
                raise
            raise RuntimeError(type(error).__name__) from error

    return do


async def aside(job: Callable[[], Found]) -> Found:
    """Run a slow job in a daemon thread, and return its result."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[Found] = loop.create_future()

    def describe(found: Found | None, error: Exception | None) -> None:
        if done.cancelled():
            return
        if error is not None:
            done.set_exception(error)
        else:
            done.set_result(cast(Found, found))

    def work() -> None:
        found: Found | None = None
        problem: Exception | None = None
        try:
            found = tamed(job)()
        except Exception as error:
            problem = error
        with suppress(RuntimeError):  # the server has ended meanwhile
            loop.call_soon_threadsafe(describe, found, problem)

    threading.Thread(target=work, name="roborally-mail", daemon=True).start()
    return await done
