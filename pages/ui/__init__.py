"""Widgets, link, figures and words shared by the pages."""
