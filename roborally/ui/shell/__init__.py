"""Opens and runs the window, opens pages by name, and keeps the services that all pages get."""
