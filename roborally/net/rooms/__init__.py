"""One match on a server, from its lobby to its end, without connections."""
