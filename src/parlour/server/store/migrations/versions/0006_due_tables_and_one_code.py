"""A table is due while a bot is to move, so that it is found without being loaded; and a table has one code."""

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

AT_ONCE = 1.0

TABLES = sa.table("tables", sa.column("id"), sa.column("record"), sa.column("deadline"))


def upgrade() -> None:
    # Codes live for minutes: whoever needs one asks again.
    op.execute("DELETE FROM codes")
    op.drop_index("ix_codes_table_id", "codes")
    op.create_index("ix_codes_table_id", "codes", ["table_id"], unique=True)
    connection = op.get_bind()
    running = sa.select(TABLES.c.id, TABLES.c.record).where(TABLES.c.deadline > 0)
    for id, record in connection.execute(running).all():
        # Whose turn it is only the rules know; the server looks once.
        if any(seat.get("kind") == "bot" or seat.get("away") for seat in read(record).get("seats", [])):
            connection.execute(TABLES.update().where(TABLES.c.id == id).values(deadline=AT_ONCE))


def downgrade() -> None:
    op.drop_index("ix_codes_table_id", "codes")
    op.create_index("ix_codes_table_id", "codes", ["table_id"])
    connection = op.get_bind()
    due = sa.select(TABLES.c.id, TABLES.c.record).where(TABLES.c.deadline == AT_ONCE)
    for id, record in connection.execute(due).all():
        found = float(read(record).get("deadline", 0))
        connection.execute(TABLES.update().where(TABLES.c.id == id).values(deadline=found))


def read(record: str) -> dict[str, Any]:
    """A record; nothing in one that cannot be read, which no server wakes."""
    try:
        found = json.loads(record)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
