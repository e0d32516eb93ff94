"""Play by post on a server: a thin network layer over game folders (docs/post.md)."""
