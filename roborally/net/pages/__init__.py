"""Makes what pages in browsers receive of a match, from what their seat may see (docs/network.md)."""
