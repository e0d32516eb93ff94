"""What pages in browsers are sent of a match: a second projection of what a seat may see (docs/network.md)."""
