"""Runs the migrations on the connection that the caller hands over."""

from alembic import context

from qbank.web.base.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    compare_type=True,
)
context.run_migrations()
