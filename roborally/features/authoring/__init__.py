"""Tools for authors of plugins: checks, a reference, templates for new plugins, scenarios, and pages of the window."""
