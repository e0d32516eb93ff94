"""A server for play by post, on which players fetch turns and hand in orders over the network (docs/post.md)."""
