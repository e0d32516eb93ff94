"""Finds out quickly whether a server uses TLS, after a connection has failed because the address says otherwise."""

import asyncio
import ssl

from roborally.net.address import Address

REQUEST = b"GET /health HTTP/1.1\r\nHost: roborally\r\nConnection: close\r\n\r\n"
ANSWER = b"HTTP/1.1 200"
"""The first bytes of the expected response; servers that use TLS respond with 400, if at all."""


async def speaks_tls(address: Address, seconds: float) -> bool:
    """Return whether a server accepts TLS within that many seconds; its certificate is not checked."""
    anybody = ssl.create_default_context()
    anybody.check_hostname, anybody.verify_mode = False, ssl.CERT_NONE
    try:
        async with asyncio.timeout(seconds):
            writer = (await asyncio.open_connection(address.host, address.port, ssl=anybody))[1]
    except (OSError, TimeoutError):
        return False
    writer.close()
    return True


async def speaks_plainly(address: Address, seconds: float) -> bool:
    """Return whether a server of the game responds without TLS within that many seconds."""
    try:
        async with asyncio.timeout(seconds):
            reader, writer = await asyncio.open_connection(address.host, address.port)
            writer.write(REQUEST)
            answer = await reader.readexactly(len(ANSWER))
    except (OSError, TimeoutError, asyncio.IncompleteReadError):
        return False
    writer.close()
    return answer == ANSWER
