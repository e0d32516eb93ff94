"""Makes the reference for plugin authors from the code: build/plugin-reference….md."""
