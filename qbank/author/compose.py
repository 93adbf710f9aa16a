"""Writing a proven candidate down as a question: texts rendered, letters given, mistakes listed, id taken."""

from collections.abc import Mapping
from typing import Any

from qbank import markup
from qbank.answers import Kind, Word, grade, kind
from qbank.author.figure import figure_of
from qbank.author.formula import formulas
from qbank.author.mistakes import Wrong
from qbank.author.params import to_json
from qbank.author.prove import Candidate
from qbank.author.render import Shown
from qbank.author.template import PartTemplate
from qbank.draws import Draws
from qbank.errors import QbankError
from qbank.exact import latex, text, unicode
from qbank.home import VERSION
from qbank.question import Mistake, Part, Proof, Question, canonical, question_id

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
DISTRACTORS = 3
_TRUTH = ("true", "false")


def compose(candidate: Candidate, proof: Proof, *, as_choice: bool = False) -> Question:
    """The question of a proven candidate; `as_choice` poses it as multiple choice, where `can_be_choice` says so."""
    template = candidate.template
    shown = _Shown(candidate)
    parts = tuple(_part(candidate, part, shown, as_choice) for part in template.parts)
    prompt = template.ask.render(template.words(candidate.variant))
    figure = figure_of(candidate)
    question = Question(
        id=question_id(prompt, figure, parts),
        pack=template.pack,
        topic=template.topic,
        template=template.title,
        level=template.level,
        params={name: to_json(value) for name, value in template.parameters(candidate.variant).items()},
        conventions=template.spoken(candidate.variant),
        prompt=prompt,
        figure=figure,
        parts=parts,
        explanation=template.explain.render(shown.explaining),
        proof=proof,
        made_by={"qbank": VERSION, "template": template.digest},
    )
    _typed_back(question, template.where)
    return question


def can_be_choice(candidate: Candidate) -> bool:
    """Whether each part is a choice by nature, or has at least two wrong answers to offer beside the key."""
    return all(part.options or len(candidate.wrong[part.name]) >= 2 for part in candidate.template.parts)


class _Shown:
    """What texts may name: parameters and phrases, working values, and the answers in their printed faces."""

    def __init__(self, candidate: Candidate) -> None:
        template, answers = candidate.template, candidate.answers
        self.formulas = formulas(template, candidate.variant)
        kinds = {part.name: part.kind for part in template.parts}
        answer = {name: _displayed(kinds[name], value) for name, value in answers.items()}
        exactly = {name: _exactly(kinds[name], value) for name, value in answers.items()}
        formula = {name: Shown(unicode(value), latex(value)) for name, value in self.formulas.items()}
        self.explaining: dict[str, Any] = {
            **candidate.known,
            **template.words(candidate.variant),
            "answer": answer.get("", answer),
            "exact": exactly.get("", exactly),
        }
        if "formula" in template.explain.names and not formula:
            raise QbankError(
                "<< formula >> is used, but the solver gives none: it loops, indexes or compares",
                where=template.where,
                hint="write formula: beside explain:, or leave << formula >> out",
            )
        if formula:
            self.explaining["formula"] = formula.get("", formula)


def _displayed(asked: Kind, value: Any) -> Shown:
    if asked.name in ("choice", "choices"):
        named = value if isinstance(value, str) else ", ".join(sorted(value))
        return Shown(named, named)
    return Shown(asked.display(value), asked.display(value, face="latex"))


def _exactly(asked: Kind, value: Any) -> Shown:
    """The answer unrounded; lists entry by entry."""
    if isinstance(value, tuple):
        inner = [_exactly(asked, item) for item in value]
        return Shown(
            *(f"[{', '.join(getattr(item, face) for item in inner)}]" for face in ("unicode", "latex"))
        )
    if isinstance(value, (str, frozenset)):
        return (
            _displayed(asked, value) if asked.name in ("choice", "choices") else Shown(str(value), str(value))
        )
    return Shown(unicode(value), latex(value))


def _part(candidate: Candidate, part: PartTemplate, shown: _Shown, as_choice: bool) -> Part:
    variant, answer = candidate.variant, candidate.answers[part.name]
    wrong = candidate.wrong[part.name]
    ask = part.ask.render(candidate.template.words(variant)) if part.ask else ""
    if part.options is not None:
        return _named_options(candidate, part, ask, part.options(variant), wrong, shown)
    if as_choice:
        return _drawn_options(candidate, part, ask, wrong, shown)
    mistakes = tuple(_mistake(candidate, w, part.kind.write(w.value), w.display, shown) for w in wrong)
    formula = shown.formulas.get(part.name)
    return Part(
        name=part.name,
        ask=ask,
        answer=part.kind.spec(),
        unit=part.unit_of(variant),
        key=part.kind.write(answer),
        display=part.kind.display(answer),
        formula=None if formula is None else text(formula),
        options=None,
        mistakes=mistakes,
    )


def _named_options(
    candidate: Candidate,
    part: PartTemplate,
    ask: str,
    options: Mapping[str, str],
    wrong: list[Wrong],
    shown: _Shown,
) -> Part:
    """A choice by nature: its options are named in the template and get their letters here."""
    order = list(options) if tuple(options) == _TRUTH else _draws(candidate, part).shuffled(list(options))
    letters = {name: LETTERS[i] for i, name in enumerate(order)}
    answer = candidate.answers[part.name]
    chosen = (answer,) if isinstance(answer, str) else answer
    if unknown := sorted(set(chosen) - set(letters)):
        raise QbankError(
            f"{', '.join(unknown)} is no option of {candidate.template.title}", where=candidate.template.where
        )
    key = letters[answer] if isinstance(answer, str) else tuple(sorted(letters[name] for name in answer))
    mistakes = (
        _mistake(candidate, w, letters[w.value], letters[w.value], shown)
        for w in wrong
        if isinstance(w.value, str)
    )
    return Part(
        name=part.name,
        ask=ask,
        answer=part.kind.spec(),
        unit=None,
        key=key,
        display=", ".join(key),
        formula=None,
        options={letters[name]: options[name] for name in order},
        mistakes=tuple(mistakes),
    )


def _drawn_options(
    candidate: Candidate, part: PartTemplate, ask: str, wrong: list[Wrong], shown: _Shown
) -> Part:
    """The choice form: the key among wrong answers of its own kind."""
    draws = _draws(candidate, part)
    wrong = draws.shuffled(wrong)[:DISTRACTORS]
    displays = [part.kind.display(candidate.answers[part.name]), *(w.display for w in wrong)]
    order = draws.shuffled(list(range(len(displays))))
    letter = {number: LETTERS[place] for place, number in enumerate(order)}
    mistakes = (_mistake(candidate, w, letter[i], letter[i], shown) for i, w in enumerate(wrong, start=1))
    return Part(
        name=part.name,
        ask=ask,
        answer=kind("choice").spec(),
        unit=part.unit_of(candidate.variant),
        key=letter[0],
        display=letter[0],
        formula=None,
        options={letter[number]: markup.showing(displays[number]) for number in order},
        mistakes=tuple(mistakes),
    )


def _draws(candidate: Candidate, part: PartTemplate) -> Draws:
    """The order of options belongs to the variant, not to the run: the same variant is the same question."""
    variant = canonical({name: to_json(value) for name, value in candidate.variant.items()})
    return Draws(variant, candidate.template.title, part.name, "options")


def _mistake(candidate: Candidate, wrong: Wrong, key: str, display: str, shown: _Shown) -> Mistake:
    sentences = [candidate.template.feedback[name].render(shown.explaining) for name in wrong.names]
    convention = None
    if wrong.convention:
        name, value = wrong.convention
        phrases = candidate.template.conventions[name]
        convention = {name: value if isinstance(value, (bool, str)) else int(value)}
        asked = phrases[candidate.variant[name]]
        sentences.append(f"That is the answer for “{phrases[value]}”; this question says “{asked}”.")
    return Mistake(tuple(wrong.names), convention, key, display, " Or: ".join(sentences))


def _typed_back(question: Question, where: str) -> None:
    """The key as shown must be read as right, every known mistake as wrong; else nobody may be asked this."""
    for part in question.parts:
        known = [_plain(mistake) for mistake in part.mistakes]
        key = part.key if isinstance(part.key, str) else list(part.key)
        typed = [(part.display, Word.RIGHT), *((mistake.display, Word.WRONG) for mistake in part.mistakes)]
        for answer, expected in typed:
            verdict = grade(part.answer, key, answer, unit=part.unit, options=part.options, known=known)
            if verdict.verdict is not expected:
                found = (
                    f"{answer!r} typed for {part.name or 'the answer'} is {verdict.verdict}: {verdict.why}"
                )
                raise QbankError(found, where=where, hint=f"it must be {expected}; key {part.key}")


def _plain(mistake: Mistake) -> dict[str, Any]:
    return {
        "names": list(mistake.names),
        "convention": mistake.convention,
        "key": mistake.key,
        "display": mistake.display,
        "feedback": mistake.feedback,
    }
