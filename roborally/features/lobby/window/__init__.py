"""The pages on which a match is set up: quick match, surprise, lobby."""
