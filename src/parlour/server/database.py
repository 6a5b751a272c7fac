"""The database behind the store: its tables, how it is opened, and how it is brought up to date."""

from pathlib import Path
from typing import Any

import sqlalchemy as sa

HEAD = "0004"

metadata = sa.MetaData()
editions = sa.Table(
    "editions",
    metadata,
    sa.Column("hash", sa.String(64), primary_key=True),
    sa.Column("text", sa.Text, nullable=False),
)
tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String(40), primary_key=True),
    sa.Column("record", sa.Text, nullable=False),
    sa.Column("updated", sa.Float, nullable=False, index=True),
    # The number of the last change; the next one is only written if it still stands here.
    sa.Column("seq", sa.Integer, nullable=False, server_default="0"),
    # When a bot answers for whoever decides, in seconds since 1970; 0 while nobody does.
    sa.Column("deadline", sa.Float, nullable=False, server_default="0", index=True),
)
matches = sa.Table(
    "matches",
    metadata,
    sa.Column("table_id", sa.String(40), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("record", sa.Text, nullable=False),
)
moves = sa.Table(
    "moves",
    metadata,
    sa.Column("table_id", sa.String(40), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("ply", sa.Integer, primary_key=True),
    sa.Column("line", sa.Text, nullable=False),
)
answers = sa.Table(
    "answers",
    metadata,
    sa.Column("table_id", sa.String(40), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("key", sa.String(40), primary_key=True),
    sa.Column("seq", sa.Integer, nullable=False),
)
chat = sa.Table(
    "chat",
    metadata,
    sa.Column("table_id", sa.String(40), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
)
# The hash of a session's token, and a table where that session has a seat.
holders = sa.Table(
    "holders",
    metadata,
    sa.Column("hash", sa.String(64), primary_key=True),
    sa.Column("table_id", sa.String(40), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
)
# Codes to type, each for a few minutes.
codes = sa.Table(
    "codes",
    metadata,
    sa.Column("code", sa.String(6), primary_key=True),
    sa.Column("table_id", sa.String(40), sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("until", sa.Float, nullable=False),
)
ALL = (editions, tables, matches, moves, answers, chat, holders, codes)


def normal_url(url: str) -> str:
    """PostgreSQL through psycopg, whatever the URL's prefix; SQLite by path."""
    for prefix in ("postgres://", "postgresql://"):
        if url.startswith(prefix):
            return "postgresql+psycopg://" + url.removeprefix(prefix)
    return url if "://" in url else f"sqlite:///{Path(url)}"


def prepare_sqlite(connection: Any, _: Any) -> None:
    """Settings of a SQLite connection: full durability, WAL, and explicit transactions."""
    connection.isolation_level = None
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def begin_sqlite(connection: sa.Connection) -> None:
    connection.exec_driver_sql("BEGIN")


def upgrade(engine: sa.Engine) -> None:
    """Migrate a database to this version's schema; Alembic is not imported if there is nothing to do."""
    version = version_of(engine)
    if version == HEAD:
        return
    if version is not None and version > HEAD:
        raise ValueError(f"the store has version {version}, this Parlour knows {HEAD}: install a newer Parlour")
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")))
    config.attributes["engine"] = engine
    command.upgrade(config, "head")


def version_of(engine: sa.Engine) -> str | None:
    """The schema version of a database, or None for a new one."""
    if not sa.inspect(engine).has_table("alembic_version"):
        return None
    with engine.connect() as connection:
        return connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar()
