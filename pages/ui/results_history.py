"""The history of one configuration as a plain Plotly dict: throughput per chip over the days of its runs."""

from data.catalogue_views import History
from pages.ui.accuracy_charts import Figure, laid_out
from pages.ui.formats import number
from pages.ui.results_words import day
from pages.ui.theme import MARKERS, Colours

HEIGHT = 300  # px
ROOM = 1.15  # times the largest value that the axis shows


def chart(found: History, ink: Colours, said: str) -> Figure:
    """Mixed tok/s per chip over the date, from zero; a marker per run, a line through them."""
    runs = found.runs.drop_nulls("tput_total")
    colour = ink.line(runs["accelerator"][0]) if runs.height else ink.muted
    symbols = [MARKERS[grade][0] + ("-open" if MARKERS[grade][1] else "") for grade in runs["grade"]]
    trace = {
        **{"type": "scatter", "mode": "lines+markers", "x": runs["date"].to_list(), "y": runs["tput_total"].to_list()},
        "line": {"color": colour, "width": 2},
        "marker": {"color": colour, "size": 8, "symbol": symbols},
        "text": [f"{day(date)}: {number(rate)}" for date, rate in runs.select("date", "tput_total").iter_rows()],
        "hovertemplate": "%{text} mixed tok/s per chip<extra></extra>",
        "showlegend": False,
    }
    layout = laid_out(ink, HEIGHT)
    layout["margin"] |= {"t": 34, "l": 44, "b": 34}
    layout["xaxis"] |= {"type": "date", "tickformat": "%b %Y", "nticks": 6}
    layout["yaxis"] |= {"range": [0, ROOM * (runs["tput_total"].max() or 1)], "nticks": 5, "tickformat": "~s"}
    title = {"text": "Mixed tok/s per chip, by day of the run", "x": 0, "xref": "paper", "y": 1, "yref": "paper"}
    title |= {"xanchor": "left", "yanchor": "bottom", "yshift": 10, "showarrow": False, "font": {"color": ink.muted}}
    layout["annotations"] = [title]
    layout["meta"] = said
    return {"data": [trace], "layout": layout}
