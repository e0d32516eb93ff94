"""Tools for authors: checks of plugins, bots and boards, and templates for new plugins."""
