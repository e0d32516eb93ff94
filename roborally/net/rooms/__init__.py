"""The rooms of a server: each runs one match from its lobby to its end, without using the network."""
