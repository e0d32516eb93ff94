"""Network play: one server keeps the matches, clients send answers and get what their seat may see.

`protocol` has the messages. On the server, `server` takes connections, and `room` keeps one match from its lobby to its
end without knowing of any network. On the client, `connection` talks to a server in a thread of its own, `membership`
keeps what has come, and `remote_session` is the session that the window shows.
"""
