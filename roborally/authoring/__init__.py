"""What helps authors: checks of plugins, bots and boards, and new plugins from templates."""
