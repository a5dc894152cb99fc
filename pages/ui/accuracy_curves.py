"""What the accuracy page says of the curves that the model draws."""

from data import accuracy
from pages.ui.formats import count


def curves() -> str:
    """How many measured frontier points the bands of the drawn curves hold; nothing where that was not computed."""
    known, left_out = (accuracy.curves().get(told) for told in ("seen", "workload"))
    if known is None:
        return ""
    return (
        f"Frontier band: inside {known['inside']:.0f} % of {count(known['n'])} measured frontier points, median "
        f"half-width {known['half_width']:.0f} % in speed and throughput together; by fits that lack the workload "
        f"inside {left_out['inside']:.0f} % of {count(left_out['n'])}. "
    )
