"""Runs the migrations on the connection that the caller hands over."""

from typing import Any, Literal

from alembic import context

from qbank.web.base.schema import metadata
from qbank.web.base.sentences import Said


def written(kind: str, item: Any, _context: Any) -> str | Literal[False]:
    """How a migration writes a column's type: by no name of ours, which a later release may have lost."""
    return "sa.Text()" if kind == "type" and isinstance(item, Said) else False


context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    compare_type=True,
    render_item=written,
)
context.run_migrations()
