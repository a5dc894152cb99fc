"""Pure arithmetic on records and arrays: standard library and numpy only, no file is opened."""
