"""Bells: where sessions want to hear of a table while their page is closed; and keys of the house."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "bells",
        sa.Column("table_id", sa.String(40), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("kind", sa.String(8), primary_key=True),
        sa.Column("record", sa.Text, nullable=False),
        sa.Column("occasion", sa.String(60), nullable=False, server_default=""),
        sa.Column("since", sa.Float, nullable=False, server_default="0"),
        sa.Column("told", sa.String(60), nullable=False, server_default=""),
        sa.Column("day", sa.Integer, nullable=False, server_default="0"),
        sa.Column("sent", sa.Integer, nullable=False, server_default="0"),
        sa.Column("tested", sa.Float, nullable=False, server_default="0"),
    )
    op.create_index("ix_bells_since", "bells", ["since"])
    op.create_table(
        "keys",
        sa.Column("name", sa.String(20), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("keys")
    op.drop_index("ix_bells_since", "bells")
    op.drop_table("bells")
