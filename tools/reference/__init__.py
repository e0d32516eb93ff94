"""Makes the reference for plugin authors from the code: docs/plugin-reference….md."""
