"""The shell of the window: the services that pages get, and the way from page to page."""
