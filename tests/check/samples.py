"""A small hand-made bank: one part and several, numbers, lists, choices, mistakes and a convention."""

from qbank.bank import Bank
from qbank.question import Convention, Mistake, Part, Proof, Question, question_id

PROOF = Proof("measured", "zero_attention_weights", "equal", "1.14.0", "2.13.0", "cpu", "float64")
DIAGONAL = "A token may attend to itself, so the diagonal stays open."


def part(answer, key, display, name="", ask="", unit=None, options=None, mistakes=(), formula=None):
    return Part(name, ask, answer, unit, key, display, formula, options, tuple(mistakes))


def mistake(name, key, feedback, display=None):
    return Mistake((name,), None, key, display or key, feedback)


def question(template, prompt, *parts, params=None, conventions=()):
    return Question(
        id=question_id(prompt, None, parts),
        pack="transformers",
        topic=template.partition(".")[0],
        template=template,
        level=1,
        params=params or {},
        conventions=tuple(conventions),
        prompt=prompt,
        figure=None,
        parts=parts,
        explanation="Row $i$ blocks $T - i$ cells.",
        proof=PROOF,
        made_by={"qbank": "0.1.0", "template": "0" * 32},
    )


INTEGER = {"kind": "integer"}

CELLS = question(
    "mask.cells",
    "A decoder reads 9 tokens; its mask is a $9 \\times 9$ table.",
    part(
        INTEGER,
        "36",
        "36",
        "blocked",
        "How many are blocked?",
        mistakes=[mistake("blocks_the_diagonal", "45", DIAGONAL)],
    ),
    part(INTEGER, "45", "45", "open", "How many stay open?"),
)
WEIGHT = question(
    "mask.weight",
    "The scores of query 2 are [2, 1, 5, 3]. What is its first weight, to four decimals?",
    part({"kind": "decimal", "places": 4}, "e/(e+1)", "0.7311"),
)
LAYER = question(
    "parameters.decoder_layer",
    "How many parameters has a decoder layer with biases, $d = 512$, $f = 2{,}048$?",
    part(
        INTEGER,
        "4204032",
        "4,204,032",
        unit="parameters",
        formula="8*d^2+2*d*f+15*d+f",
        mistakes=[
            Mistake((), {"bias": False}, "4195840", "4,195,840", "Right without biases; asked is with $b$.")
        ],
    ),
    params={"d": 512, "f": 2048},
    conventions=[Convention("bias", True, "with biases")],
)
CLAIM = question(
    "mask.diagonal",
    "A causal mask hides the diagonal.",
    part(
        {"kind": "choice"},
        "B",
        "B",
        options={"A": "True", "B": "False"},
        mistakes=[mistake("hides_it", "A", DIAGONAL)],
    ),
)
CLAIMS = question(
    "mask.claims",
    "Which hold?",
    part(
        {"kind": "choices"}, ("A", "C"), "A, C", options={"A": "one", "B": "two", "C": "three", "D": "four"}
    ),
)
QUESTIONS = (CELLS, WEIGHT, LAYER, CLAIM, CLAIMS)


def make_bank(folder, questions=QUESTIONS):
    """A bank of these questions in that folder."""
    bank = Bank(folder)
    bank.add(questions)
    return bank
