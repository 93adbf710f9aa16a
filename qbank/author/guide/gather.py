"""The guide as a whole, in the order in which it is read: first what matters most, the answers last."""

from collections.abc import Iterable, Mapping, Sequence

from qbank.author.confirm import Laboratory
from qbank.author.guide.formula_sheet import formula_sheet
from qbank.author.guide.papers import read_papers
from qbank.author.guide.ranking import Asked, ranked, seats
from qbank.author.guide.text import Guide, Section
from qbank.author.guide.traps import traps
from qbank.author.guide.worked import answers, blocks, drawn
from qbank.author.pack import Packs
from qbank.markup import literal

QUESTIONS = 10
TITLED = 3  # topics that a title names

_FIRST = (
    "Topics stand in the order in which to study them: those first of which records of past papers are the most. A "
    "record that touches several topics counts for each; the counts say what was asked, not what will be. An answer "
    "is *official* where the examiners gave it, *derived* where others worked it out, and the question is "
    "*ambiguous* where it can be read in more than one way. The ten worked questions are dealt out by the counts, "
    "those that topics share divided among them; "
    "the last column says how many each topic got."
)
_NONE = "No records of past papers are known for these topics, so all count alike."
_WORKED = (
    "Numbers are drawn for this guide. Each answer was derived exactly, by SymPy once more, and confirmed by "
    "PyTorch. Cover the explanation and try the question first; the answers alone stand at the end."
)


def gather(packs: Packs, names: Sequence[str], seed: str, lab: Laboratory) -> Guide:
    """The guide to the named topics, or to all. The same seed gives the same guide.

    Raises QbankError for an unknown topic, a record that is none, and where a witness contradicts a solver.
    """
    topics = list(packs.select(tuple(dict.fromkeys(names))))
    files = [records for pack in packs.packs for records in read_papers(pack.folder, packs.names)]
    ranking = ranked(topics, files)
    sources = dict.fromkeys(r.source for file in files for r in file if not r.numbers)
    in_order = [asked.topic for asked in ranking]
    given = seats(ranking, QUESTIONS)
    questions = drawn(in_order, given, seed, lab)
    by_name = {topic.name: topic for topic in topics}
    return Guide(
        _title([topic.title for topic in in_order] if names else []),
        (
            _first(ranking, given, sources),
            formula_sheet(in_order),
            traps(in_order, lab),
            Section("questions", "Ten worked questions", _WORKED, blocks(questions, by_name)),
            Section("answers", "Answers", answers(questions)),
        ),
    )


def _title(titles: Sequence[str]) -> str:
    named = f": {', '.join(titles)}" if 0 < len(titles) <= TITLED else ""
    return f"Study guide{named}"


def _first(ranking: Sequence[Asked], given: Mapping[str, int], sources: Iterable[str]) -> Section:
    """The table of topics with what their places rest on; `sources` is where records were counted."""
    rows = ["| rank | topic | records | answers | named papers | here |", "|--:|---|--:|---|---|--:|"]
    rows += [
        f"| {place} | {literal(asked.topic.title)} | {asked.count or '–'} | {_statuses(asked)} "
        f"| {literal('; '.join(asked.papers)) or '–'} | {given[asked.topic.name]} |"
        for place, asked in enumerate(ranking, start=1)
    ]
    known = any(asked.count for asked in ranking)
    below = [_together(ranking), f"Counted in: {literal('; '.join(sources))}."] if known else []
    text = "\n\n".join(filter(None, (_FIRST if known else _NONE, "\n".join(rows), *below)))
    return Section("first", "What to study first, and why", text)


def _together(ranking: Sequence[Asked]) -> str:
    """Which topics share a count; empty where none does."""
    titles = {asked.topic.name: asked.topic.title for asked in ranking}
    groups = dict.fromkeys(frozenset((a.topic.name, *a.together)) for a in ranking if a.together)
    order = [*titles, *sorted(name for group in groups for name in group if name not in titles)]
    named = (" + ".join(titles.get(name, name) for name in order if name in group) for group in groups)
    return f"Counted together: {literal('; '.join(named))}." if groups else ""


def _statuses(asked: Asked) -> str:
    return ", ".join(f"{count} {status}" for status, count in asked.statuses.items()) or "–"
