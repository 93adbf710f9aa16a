"""Backing up, bringing back, and looking whether a database is whole."""
