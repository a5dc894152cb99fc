"""Puts plotly.js, as the installed plotly package ships it, where Streamlit serves files; copies nothing by hand."""

import os
import tempfile
from functools import cache
from pathlib import Path

STATIC = Path(__file__).parents[2] / "static"
SERVED = "app/static"  # where Streamlit serves that folder


def address(folder: Path | None = None) -> str | None:
    """Address of plotly.js relative to the page, written on first use; None when the folder cannot be written."""
    path = (folder or STATIC) / f"plotly-{version()}.min.js"
    if not path.exists() and not _write(path):
        return None
    return f"{SERVED}/{path.name}"


@cache
def version() -> str:
    """Version of plotly.js in the installed package."""
    from plotly.offline import get_plotlyjs_version

    return get_plotlyjs_version()


def _write(path: Path) -> bool:
    """Whether the file is there now; a reader never sees half of it."""
    from plotly.offline import get_plotlyjs

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=path.parent, delete=False) as part:
            part.write(get_plotlyjs())
        os.chmod(part.name, 0o644)
        os.replace(part.name, path)
    except OSError:
        return False
    return True
