"""Text for Streamlit's Markdown in which nothing is markup."""


def plain(text: str) -> str:
    """`text` for Streamlit's markdown with nothing in it read as markup: it may quote a stranger's link."""
    return "".join(f"\\{c}" if c.isascii() and not (c.isalnum() or c.isspace()) else c for c in text)
