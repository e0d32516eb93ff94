"""What the tests of plugins for authors share with those of the command line and of plugins."""

from tests.cli.conftest import user_plugins
from tests.plugins.conftest import workshop

__all__ = ["user_plugins", "workshop"]
