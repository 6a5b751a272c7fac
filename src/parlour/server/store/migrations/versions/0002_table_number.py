"""The number of a table's last change as a column, so that a change can say which one it follows."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("tables", sa.Column("seq", sa.Integer, nullable=False, server_default="0"))
    tables = sa.table("tables", sa.column("id"), sa.column("record"), sa.column("seq"))
    connection = op.get_bind()
    for id, record in connection.execute(sa.select(tables.c.id, tables.c.record)).all():
        connection.execute(tables.update().where(tables.c.id == id).values(seq=seq_in(record)))


def seq_in(record: str) -> int:
    """The number in a record; 0 in one that cannot be read, which no server writes to."""
    try:
        return int(json.loads(record).get("seq", 0))
    except (ValueError, AttributeError):
        return 0


def downgrade() -> None:
    op.drop_column("tables", "seq")
