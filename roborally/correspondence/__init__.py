"""Play by post on a server: a thin face for the network over game folders (docs/post.md)."""
