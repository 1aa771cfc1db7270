"""Machine translation that keeps your terms and your tags, by construction."""

__version__ = "0.1.0"
