"""Network play: a server runs the matches; clients send answers and receive only the events that their seat may see.

`protocol` defines the messages. On the server, `server` accepts connections, and each of `rooms` runs a match from
lobby to end without using the network itself. On the client, `connection` talks to a server in its own thread,
`membership` stores the received state, and `remote_session` is the session that the window shows.
"""
