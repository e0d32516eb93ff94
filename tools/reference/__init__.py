"""Makes the reference for plugin authors from the code, as build/plugin-reference….md."""
