"""Downloads a plugin's zip file from the web, within limits of size and time; other protocols are refused."""

import http.client
import ipaddress
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any, cast
from urllib.parse import SplitResult, urlsplit

from roborally.base.errors import Message, reason
from roborally.base.version import VERSION
from roborally.profile.plugin_archive import MAX_ARCHIVE
from roborally.profile.plugin_files import InstallError

SILENCE_SECONDS = 30.0
"""The maximum number of seconds to wait for data from the server."""
MAX_SECONDS = 600.0
"""The maximum duration of a download in seconds."""
_CHUNK = 1 << 16


def is_this_machine(host: str) -> bool:
    """Return whether a host name or IP address means this machine."""
    if host.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def parts_of(address: str, where: str) -> SplitResult:
    """Return the parts of a web address; raise `InstallError` that names `where` the address was found."""
    try:
        return urlsplit(address)
    except ValueError:  # such as a bracket that is not closed
        raise InstallError("is no address; write such as https://example.org/plugin.zip", where=where) from None


class _Redirects(urllib.request.HTTPRedirectHandler):
    """Follows redirects to other web addresses, but not from https to http unless the file's digest is known."""

    def __init__(self, *, has_digest: bool) -> None:
        self.has_digest = has_digest

    def redirect_request(self, req: Any, fp: Any, code: int, msg: str, headers: Any, newurl: str) -> Any:
        parts = parts_of(newurl, req.full_url)
        if parts.scheme.lower() not in ("https", "http"):
            raise InstallError("leads on to {address!r}, which is not in the web", where=req.full_url, address=newurl)
        if parts.scheme.lower() == "http" and not (self.has_digest or is_this_machine(parts.hostname or "")):
            raise InstallError("leads on to {address!r}, which is not encrypted", where=req.full_url, address=newurl)
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def download(address: str, target: Path, *, has_digest: bool = False) -> None:
    """Download the file at a web address into `target`; raise `InstallError`.

    Redirects to http are refused unless `has_digest` says that the file's digest will be checked.
    """
    # The default opener would also read local files and FTP.
    opener = urllib.request.OpenerDirector()
    for handler in (
        urllib.request.ProxyHandler(),
        urllib.request.UnknownHandler(),
        urllib.request.HTTPHandler(),
        urllib.request.HTTPSHandler(),
        urllib.request.HTTPDefaultErrorHandler(),
        _Redirects(has_digest=has_digest),
        urllib.request.HTTPErrorProcessor(),
    ):
        opener.add_handler(handler)
    try:
        request = urllib.request.Request(address, headers={"User-Agent": f"roborally/{VERSION}"})
        with opener.open(request, timeout=SILENCE_SECONDS) as answer:
            _copy(cast(http.client.HTTPResponse, answer), target, address)
    except urllib.error.HTTPError as error:
        error.close()
        text = " ".join(str(error.reason).split())
        raise InstallError("the server answers {code} {reason}", where=address, code=error.code, reason=text) from None
    except urllib.error.URLError as error:
        raise _failed(address, error.reason) from None
    except InstallError:
        raise
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise _failed(address, error) from None


def _copy(answer: http.client.HTTPResponse, target: Path, address: str) -> None:
    end = time.monotonic() + MAX_SECONDS
    announced = answer.length
    total = 0
    with target.open("wb") as file:
        while chunk := answer.read1(_CHUNK):
            total += len(chunk)
            if total > MAX_ARCHIVE:
                raise InstallError("larger than {most:,} bytes, which is too much", where=address, most=MAX_ARCHIVE)
            if time.monotonic() > end:
                raise InstallError("the download takes too long", where=address)
            file.write(chunk)
    if announced is not None and total < announced:
        raise InstallError(
            "the download broke off after {got:,} of {whole:,} bytes; try again",
            where=address,
            got=total,
            whole=announced,
        )


def _failed(address: str, error: object) -> InstallError:
    if isinstance(error, TimeoutError):
        return InstallError("the server does not answer", where=address)
    if isinstance(error, http.client.IncompleteRead):
        return InstallError("the download broke off; try again", where=address)
    text = reason(error) if isinstance(error, OSError) else Message.of("{reason}", reason=str(error))
    return InstallError("cannot be downloaded: {error}", where=address, error=text)
