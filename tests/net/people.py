"""The people of the tests: who has the same name is the same at every table, unless a test says otherwise."""

from roborally.net.person import PersonalSecret

SECRETS: dict[str, PersonalSecret] = {}
"""Their secrets by their names."""
