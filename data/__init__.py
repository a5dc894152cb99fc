"""Figures with their sources, and the questions asked of them through DuckDB."""
