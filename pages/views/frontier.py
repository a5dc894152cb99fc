"""The frontier: which accelerator gives more tokens per watt at which speed."""

from pages.ui.chart import load_early
from pages.ui.live import live

load_early()
live()
