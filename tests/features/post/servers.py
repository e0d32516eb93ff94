"""Real servers for mails on this machine: aiosmtpd takes them, dovecot keeps those for the referee."""

import getpass
import grp
import os
import pwd
import shutil
import smtplib
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, LoginPassword

from roborally.features.post.game_file import MailTable
from tests.waiting import until

USER, PASSWORD = "referee", "s3cret"
REFEREE = "referee@localhost"


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


class PostOffice:
    """Takes every mail: those for the referee go into a Maildir, all others into `boxes` by address."""

    def __init__(self, maildir: Path) -> None:
        self.boxes: dict[str, list[EmailMessage]] = {}
        self._maildir = maildir
        self._count = 0

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:  # noqa: N802
        for address in envelope.rcpt_tos:
            if address == REFEREE:
                self.put(envelope.content)
            else:
                message = BytesParser(EmailMessage, policy=policy.default).parsebytes(envelope.content)
                self.boxes.setdefault(address, []).append(message)
        return "250 OK"

    def put(self, content: bytes) -> None:
        """Put a mail into the referee's box."""
        self._count += 1
        name = f"{self._count:06}.mail"
        (self._maildir / "tmp" / name).write_bytes(content)
        (self._maildir / "tmp" / name).chmod(0o666)
        (self._maildir / "tmp" / name).rename(self._maildir / "new" / name)


@contextmanager
def smtp_server(office: PostOffice) -> Iterator[int]:
    def check(_server: Any, _session: Any, _envelope: Any, _mechanism: str, data: Any) -> AuthResult:
        good = isinstance(data, LoginPassword) and (data.login, data.password) == (USER.encode(), PASSWORD.encode())
        return AuthResult(success=good, handled=False)  # the server tells it

    port = free_port()
    server = Controller(
        office, "127.0.0.1", port, authenticator=check, auth_require_tls=False, auth_required=True, decode_data=False
    )
    server.start()
    try:
        yield port
    finally:
        server.stop()


def has_dovecot() -> bool:
    return shutil.which("dovecot", path=f"{os.environ.get('PATH', '')}:/usr/sbin") is not None


@contextmanager
def imap_server(folder: Path, maildir: Path) -> Iterator[int]:
    """Run dovecot as this user; as root its mails belong to nobody, since it serves none of root.

    So everybody must be able to enter `folder`, which is not so for the folders that pytest makes.
    """
    user = "nobody" if os.getuid() == 0 else getpass.getuser()
    account = pwd.getpwnam(user)
    group = grp.getgrgid(account.pw_gid).gr_name
    for part in ("cur", "new", "tmp"):
        (maildir / part).mkdir(parents=True, exist_ok=True)
    folder.chmod(0o755)
    for path in (maildir, *maildir.iterdir()):
        path.chmod(0o777)
    port, base = free_port(), folder / "dovecot"
    base.mkdir()
    config = folder / "dovecot.conf"
    config.write_text(
        f"""
protocols = imap
listen = 127.0.0.1
base_dir = {base}
state_dir = {base}
log_path = {folder / "dovecot.log"}
ssl = no
disable_plaintext_auth = no
default_internal_user = {user}
default_internal_group = {group}
default_login_user = {user}
first_valid_uid = {account.pw_uid}
mail_location = maildir:{maildir}
passdb {{
  driver = static
  args = password={PASSWORD}
}}
userdb {{
  driver = static
  args = uid={account.pw_uid} gid={account.pw_gid} home={maildir}
}}
service anvil {{
  chroot =
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = {port}
  }}
  inet_listener imaps {{
    port = 0
  }}
}}
"""
    )
    program = shutil.which("dovecot", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    assert program is not None, "the test looked for it"
    process = subprocess.Popen([program, "-F", "-c", str(config)])

    def answers() -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", port)) == 0

    try:
        until(answers)
        yield port
    finally:
        process.terminate()
        process.wait()


class Office(NamedTuple):
    """A post office and the ports of its servers."""

    office: PostOffice
    smtp: int
    imap: int

    def table(self) -> MailTable:
        return MailTable(
            REFEREE, smtp=f"127.0.0.1:{self.smtp}", imap=f"127.0.0.1:{self.imap}", user=USER, security="none"
        )

    def answer(self, mail: EmailMessage, text: str, number: str) -> None:
        """Answer a mail of the referee as a mail program does."""
        reply = EmailMessage()
        reply["From"], reply["To"] = mail["To"], mail["From"]
        reply["Subject"] = f"Re: {mail['Subject']}"
        reply["Message-ID"] = f"<{number}@players.example>"
        reply.set_content(f"{text}\n\nOn Wednesday the referee wrote:\n> {mail['Subject']}\n")
        with smtplib.SMTP("127.0.0.1", self.smtp) as server:
            server.login(USER, PASSWORD)
            server.send_message(reply)


@pytest.fixture
def office() -> Iterator[Office]:
    with TemporaryDirectory(prefix="roborally-post-") as name:
        folder = Path(name)
        office = PostOffice(folder / "referee")
        with imap_server(folder, folder / "referee") as imap, smtp_server(office) as smtp:
            yield Office(office, smtp, imap)
