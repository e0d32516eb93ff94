"""Play by post: a match in a folder, whose turns are played when all orders have arrived (docs/post.md)."""
