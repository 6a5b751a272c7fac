"""What is kept: tables, moves and codes, in SQLite or PostgreSQL."""
