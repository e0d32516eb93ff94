"""The page of plugins: the list and why some cannot be used; installing, packing, removing; their scenarios."""
