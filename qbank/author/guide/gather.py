"""The guide as a whole, in the order in which it is read: first what matters most, the answers last."""

from collections.abc import Iterable, Mapping, Sequence

from qbank.author.confirm import Laboratory
from qbank.author.guide.formula_sheet import formula_sheet
from qbank.author.guide.papers import read_papers
from qbank.author.guide.ranking import UNKNOWN, Asked, ranked, seats
from qbank.author.guide.text import Guide, Section
from qbank.author.guide.traps import traps
from qbank.author.guide.worked import answers, blocks, drawn
from qbank.author.pack import Packs
from qbank.labels import ENGLISH, Labels, passage
from qbank.markup import literal

QUESTIONS = 10
TITLED = 3  # topics that a title names

_FIRST = passage(
    "Topics stand in the order in which to study them: those first of which records of past papers are the most. A "
    "record that touches several topics counts for each; the counts say what was asked, not what will be. An answer "
    "is *official* where the examiners gave it, *derived* where others worked it out, and the question is "
    "*ambiguous* where it can be read in more than one way. The ten worked questions are dealt out by the counts, "
    "those that topics share divided among them; "
    "the last column says how many each topic got."
)
_NONE = passage("No records of past papers are known for these topics, so all count alike.")
_WORKED = passage(
    "Numbers are drawn for this guide. Each answer was derived exactly, by SymPy once more, and confirmed by "
    "PyTorch. Cover the explanation and try the question first; the answers alone stand at the end."
)


def gather(packs: Packs, names: Sequence[str], seed: str, lab: Laboratory, labels: Labels = ENGLISH) -> Guide:
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
        _title([topic.title for topic in in_order] if names else [], labels),
        (
            _first(ranking, given, sources, labels),
            formula_sheet(in_order, labels),
            traps(in_order, lab, labels),
            Section(
                "questions",
                literal(labels.say("Ten worked questions")),
                labels.say(_WORKED),
                blocks(questions, by_name, labels),
            ),
            Section("answers", literal(labels.say("Answers")), answers(questions, labels)),
        ),
    )


def _title(titles: Sequence[str], labels: Labels) -> str:
    named = f": {', '.join(titles)}" if 0 < len(titles) <= TITLED else ""
    return f"{labels.say('Study guide')}{named}"


def _first(
    ranking: Sequence[Asked], given: Mapping[str, int], sources: Iterable[str], labels: Labels
) -> Section:
    """The table of topics with what their places rest on; `sources` is where records were counted."""
    rows = [f"| {' | '.join(map(literal, _columns(labels)))} |", "|--:|---|--:|---|---|--:|"]
    rows += [
        f"| {place} | {literal(asked.topic.title)} | {asked.count or '–'} | {_statuses(asked, labels)} "
        f"| {literal('; '.join(asked.papers)) or '–'} | {given[asked.topic.name]} |"
        for place, asked in enumerate(ranking, start=1)
    ]
    known = any(asked.count for asked in ranking)
    counted = labels.say("Counted in: {sources}.", sources="; ".join(sources))
    below = [_together(ranking, labels), literal(counted)] if known else []
    above = labels.say(_FIRST if known else _NONE)
    text = "\n\n".join(filter(None, (above, "\n".join(rows), *below)))
    return Section("first", literal(labels.say("What to study first, and why")), text)


def _columns(labels: Labels) -> tuple[str, ...]:
    return (
        labels.say("rank"),
        labels.say("topic"),
        labels.say("records"),
        labels.say("answers"),
        labels.say("named papers"),
        labels.say("here"),
    )


def _together(ranking: Sequence[Asked], labels: Labels) -> str:
    """Which topics share a count; empty where none does."""
    titles = {asked.topic.name: asked.topic.title for asked in ranking}
    groups = dict.fromkeys(frozenset((a.topic.name, *a.together)) for a in ranking if a.together)
    order = [*titles, *sorted(name for group in groups for name in group if name not in titles)]
    named = (" + ".join(titles.get(name, name) for name in order if name in group) for group in groups)
    if not groups:
        return ""
    return literal(labels.say("Counted together: {topics}.", topics="; ".join(named)))


def _statuses(asked: Asked, labels: Labels) -> str:
    said = {
        "official": labels.say("official"),
        "derived": labels.say("derived"),
        "ambiguous": labels.say("ambiguous"),
        UNKNOWN: labels.say("not stated"),
    }
    found = (f"{count} {literal(said[status])}" for status, count in asked.statuses.items())
    return ", ".join(found) or "–"
