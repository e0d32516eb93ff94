"""Network play: one server keeps the matches, clients send answers and get what their seat may see.

`protocol` says what is sent. On the server `room` keeps one match from its lobby to its end without knowing of any
network, `server` keeps the rooms and the connections. On the client `connection` talks to a server in a thread of its
own, and `remote` is the session that the window shows.
"""
