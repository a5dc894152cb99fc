"""Pure arithmetic on records and arrays: standard library and numpy only, no file is opened."""

__version__ = "1.0.0"
