"""Asks a client who the player is, before it is let in: a seat there may be theirs (docs/network.md)."""

import asyncio
import secrets
from contextlib import suppress

from roborally.net.person import is_proved
from roborally.net.protocol import Person, Who, decode_client, encode
from roborally.net.server.channel import Channel


async def proved_person(channel: Channel, server: str, seconds: float) -> str:
    """Return the public key that a client proves to be theirs; an empty text if it does not within some seconds.

    Raises `ValueError` for an answer that is no message.
    """
    asked = Who(server, secrets.token_urlsafe(24))
    channel.send(encode(asked))
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            answer = decode_client(await channel.socket.recv())
            if isinstance(answer, Person) and is_proved(answer, server, asked.challenge):
                return answer.key
    return ""
