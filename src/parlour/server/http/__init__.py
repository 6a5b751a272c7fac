"""What browsers reach: the lobby, the sockets, and the limits on both."""
