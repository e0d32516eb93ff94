"""What players make themselves, without a window."""
