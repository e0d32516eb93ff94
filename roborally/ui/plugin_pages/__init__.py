"""The page of plugins: what there is and why some cannot be used; installing, packing, removing; their scenarios."""
