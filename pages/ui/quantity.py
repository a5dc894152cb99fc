"""One quantity of a page as the method page prints it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Quantity:
    """Its formula, one number worked with the figures of this site, and where the formula comes from."""

    what: str
    formula: str
    worked: str
    origin: str
