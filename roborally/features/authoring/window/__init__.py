"""The pages of plugins: the list of all, installing, packing, removing, settings, and their scenarios."""
