"""Codes that were tried within the last minute, so that all processes together keep to the limits."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "tries",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("visitors", sa.Integer, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("tries")
