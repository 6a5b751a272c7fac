"""Codes to type, which every process has to know; and deadlines as a column, so that running tables are found."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "codes",
        sa.Column("code", sa.String(6), primary_key=True),
        sa.Column(
            "table_id", sa.String(40), sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, index=True
        ),
        sa.Column("until", sa.Float, nullable=False),
    )
    op.add_column("tables", sa.Column("deadline", sa.Float, nullable=False, server_default="0"))
    op.create_index("ix_tables_deadline", "tables", ["deadline"])
    tables = sa.table("tables", sa.column("id"), sa.column("record"), sa.column("deadline"))
    connection = op.get_bind()
    for id, record in connection.execute(sa.select(tables.c.id, tables.c.record)).all():
        if found := deadline_in(record):
            connection.execute(tables.update().where(tables.c.id == id).values(deadline=found))


def deadline_in(record: str) -> float:
    """The deadline in a record; none in one that cannot be read, which no server wakes."""
    try:
        return float(json.loads(record).get("deadline", 0))
    except (ValueError, AttributeError, TypeError):
        return 0.0


def downgrade() -> None:
    op.drop_table("codes")
    op.drop_index("ix_tables_deadline", "tables")
    op.drop_column("tables", "deadline")
