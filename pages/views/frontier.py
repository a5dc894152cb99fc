"""The frontier: which accelerator gives more tokens per watt at which speed."""

from pages.ui.live import live

live()
