"""A link is a Question: `parse` and `format` are inverse to each other, and nothing else turns text into a Question.

Links hold the labels that the bound widgets write into the address bar; keys, aliases and other spellings are read too.
A value equal to its frozen default is left out. `v=1` is always written, so only a bare link means the opening picture.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from urllib.parse import parse_qs, urlencode

from data.tables import vocabulary
from model.question import Question
from pages.ui.openings import OPENINGS
from pages.ui.parameters import CONTEXT_LIMIT, IMPLIED, LISTS, kinds
from pages.ui.presets import OPENING
from pages.ui.values import LONGEST, Kind, Unreadable, number_text, quoted

VERSION = "1"
LONGEST_LINK = 20_000  # characters
MOST_NOTES = 8
DEFAULT = Question()
Query = Mapping[str, str | Sequence[str]]


def parse(query: str | Query) -> tuple[Question, tuple[str, ...]]:
    """The Question a link asks, and one sentence for each part of it that could not be read.

    `query` is a full address, "/?a=b", "a=b" or a mapping of parameters. A link without any parameter asks the opening
    preset; otherwise what is missing or unreadable is the frozen default.
    """
    given = _parameters(query)
    if not given:
        return _opening(query), ()
    size = sum(len(name) + sum(map(len, texts)) for name, texts in given.items())
    if size > LONGEST_LINK:
        return DEFAULT, (f"A link has at most {LONGEST_LINK:,} characters; this one, with {size:,}, was not read.",)
    notes = [_unknown(name) for name in given if name not in kinds() and name != "v"]
    if any(version != VERSION for version in given.get("v", ())):
        notes.append(f"v={quoted(given['v'][-1])} is not a known version of links; this one is read as version 1.")
    values = {name: _read(name, kind, given[name], notes) for name, kind in kinds().items() if name in given}
    question = _compared(canonical(_consistent(replace(DEFAULT, **values), notes)), notes)
    if len(notes) > MOST_NOTES:
        notes[MOST_NOTES - 1 :] = [f"{len(notes) - MOST_NOTES + 1} more parts of the link could not be read."]
    return question, tuple(notes)


def format(question: Question, page: str = "") -> str:
    """The canonical relative link of `question`, "/?v=1&…"; of another page than the frontier "/claims?v=1&…"."""
    return f"/{page}?{urlencode(query_of(question), doseq=True)}"


def text_of(question: Question) -> str:
    """What `compare` holds for `question`: its canonical query, without a comparison and names of its own."""
    return format(replace(question, compare="", names=())).removeprefix("/?")


def page_of(address: str) -> str:
    """The page a link opens, "claims"; "" for the frontier."""
    return address.strip().partition("?")[0].partition("#")[0].rstrip("/").rpartition("/")[2]


def query_of(question: Question) -> dict[str, list[str]]:
    """The canonical link as parameter -> texts, defaults left out."""
    query, question = {"v": [VERSION]}, canonical(question)
    for name, kind in kinds().items():
        value = getattr(question, name)
        if value != getattr(DEFAULT, name):
            texts = [kind.write(item) for item in value] if kind.many else [kind.write(value)]
            query[name] = [",".join(texts)] if name in LISTS else texts
    return query


def canonical(question: Question) -> Question:
    """The same question: tuples in table order without repeats, and empty where they name what empty stands for."""
    tidy = {}
    for name, kind in kinds().items():
        if kind.many:
            items = _ordered(getattr(question, name), kind)
            tidy[name] = getattr(DEFAULT, name) if items in ((), IMPLIED.get(name)) else items
    return replace(question, **tidy)


def _opening(query: str | Query) -> Question:
    """What a link without any parameter asks: the opening question of its page."""
    return OPENINGS.get(page_of(query) if isinstance(query, str) else "", OPENING.question)


def _parameters(query: str | Query) -> dict[str, list[str]]:
    """Parameter -> texts of any form of link, without those that only tell Streamlit how to embed the page."""
    if isinstance(query, str):
        head, mark, tail = query.strip().partition("?")
        if mark and ("=" not in head or head.startswith(("/", "http:", "https:"))):
            text = tail
        else:
            text = "" if "/" in query and "=" not in query else query.strip()
        query = parse_qs(text.partition("#")[0], keep_blank_values=True)
    texts = {name: [value] if isinstance(value, str) else list(value) for name, value in query.items()}
    return {name: values for name, values in texts.items() if name not in ("embed", "embed_options")}


def _read(name: str, kind: Kind, texts: Sequence[str], notes: list[str]) -> object:
    """The value of one parameter; blank is not given, and what cannot be read becomes a note."""
    if name in LISTS:
        texts = [part for text in texts for part in text.split(",")]
    texts = [text for text in texts if text.strip()]
    default = getattr(DEFAULT, name)
    if len(texts) > 1 and not kind.many:
        notes.append(f"{name} takes one value, not {len(texts)}; {_instead(name, kind)}.")
        return default
    values = []
    for text in texts:
        try:
            values.append(_read_one(kind, text))
        except Unreadable as wrong:
            notes.append(f"{name}={quoted(text)} {wrong}; {_instead(name, kind)}.")
    if name in LISTS and len({_key(value) for value in values}) < len(set(values)):
        notes.append(f"{name} has two values for one chip; the last one is used.")
    if kind.many:
        return _ordered(values, kind)
    return values[0] if values else default


def _read_one(kind: Kind, text: str) -> object:
    if len(text) > kind.longest:
        raise Unreadable(f"has more than {kind.longest:,} characters")
    return kind.read(text)


def _instead(name: str, kind: Kind) -> str:
    default = getattr(DEFAULT, name)
    return "it is left out" if kind.many or default in (None, "") else f"{kind.write(default)} is used instead"


def _ordered(items: Sequence, kind: Kind) -> tuple:
    """Each item once, in table order or, without one, as given; of two amounts for one chip the last counts."""
    last = {_key(item): item for item in items}
    return tuple(last[key] for key in (sorted(last, key=kind.rank.index) if kind.rank else last))


def _key(item: object) -> object:
    """What an item is about: the chip of an amount, else itself."""
    return item[0] if isinstance(item, tuple) else item


def _unknown(name: str) -> str:
    close = get_close_matches(name[:LONGEST].casefold(), kinds(), n=1)
    return f"There is no parameter {quoted(name)}{f' (did you mean “{close[0]}”?)' if close else ''}; it is ignored."


def _consistent(question: Question, notes: list[str]) -> Question:
    """The question with limits that depend on another value: the LLM's context, and the ends of the batch range."""
    limit = vocabulary().llm_limit.get(question.llm) or CONTEXT_LIMIT
    for name in ("isl", "osl"):
        value, default = getattr(question, name), getattr(DEFAULT, name)
        if value > limit and value != default:
            notes.append(f"{name}={value:,} is more than {question.llm} takes, {limit:,}; {default} is used instead.")
            question = replace(question, **{name: default})
    if question.batch_min > question.batch_max:
        span = f"{number_text(question.batch_min)} to {number_text(question.batch_max)}"
        notes.append(f"A batch range goes from small to large, not {span}; the whole range is used instead.")
        question = replace(question, batch_min=DEFAULT.batch_min, batch_max=DEFAULT.batch_max)
    return question


def _compared(question: Question, notes: list[str]) -> Question:
    """The question with the link of its second question in canonical form; what that one compares with is ignored."""
    if not question.compare:
        return question
    given = _parameters(question.compare)
    nested = given.pop("compare", None)
    if given and not given.keys() & {*kinds(), "v"}:
        notes.append(f"compare={quoted(question.compare)} is not a link to a question; it is left out.")
        return replace(question, compare="")
    if nested:
        notes.append("The compared question compares with a third one; that one is ignored.")
    second, said = parse({"v": [VERSION]} | given if given or nested else question.compare)
    notes += [
        f"In the compared question {note}" if note[:1].islower() else f"Compared question: {note}" for note in said
    ]
    return replace(question, compare=text_of(second))
