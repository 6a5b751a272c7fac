"""What stands in a page in place of modules that need threads, a database, Numba or NumPy."""
