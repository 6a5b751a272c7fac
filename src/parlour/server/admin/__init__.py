"""What whoever runs a server does with its store, and how the server starts."""
