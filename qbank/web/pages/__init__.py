"""What browsers ask for. One file for each thing that somebody comes to do."""

from qbank.web.pages import (
    account,
    builder,
    builder_preview,
    builder_questions,
    correcting,
    front,
    learn,
    practice,
    receipt,
    results,
    reviewing,
    sit,
    sit_answer,
    teach,
    teach_roster,
    tokens,
    watching,
)

# Routes are tried one after the other: what is asked for most stands first.
ROUTERS = (
    sit.router,
    sit_answer.router,
    practice.router,
    front.router,
    account.router,
    tokens.router,
    learn.router,
    receipt.router,
    watching.router,
    results.router,
    reviewing.router,
    correcting.router,
    teach.router,
    teach_roster.router,
    builder.router,
    builder_questions.router,
    builder_preview.router,
)
