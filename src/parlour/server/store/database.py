"""The database behind the store: its tables, how it is opened, and how it is brought up to date."""

from pathlib import Path
from typing import Any

import sqlalchemy as sa

HEAD = "0007"
MIGRATIONS = Path(__file__).with_name("migrations")

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
    # When the server has to act by itself, in seconds since 1970: when the time of whoever decides is over, or 1 while
    # a bot is to move; 0 while nobody decides.
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
# Codes to type, each for a few minutes, and one a table.
codes = sa.Table(
    "codes",
    metadata,
    sa.Column("code", sa.String(6), primary_key=True),
    sa.Column(
        "table_id",
        sa.String(40),
        sa.ForeignKey("tables.id", ondelete="CASCADE"),
        nullable=False,
        index=True,
        unique=True,
    ),
    sa.Column("until", sa.Float, nullable=False),
)
# Codes that were tried within the last minute: when, and by which group of visitors.
tries = sa.Table(
    "tries",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("visitors", sa.Integer, nullable=False),
)
# Where a session wants to hear of a table while its page is closed: what there is to tell it, since when, and what it
# was told last.
bells = sa.Table(
    "bells",
    metadata,
    sa.Column("table_id", sa.String(40), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("hash", sa.String(64), primary_key=True),
    sa.Column("kind", sa.String(8), primary_key=True),
    sa.Column("record", sa.Text, nullable=False),
    sa.Column("occasion", sa.String(60), nullable=False, server_default=""),
    sa.Column("since", sa.Float, nullable=False, server_default="0", index=True),
    sa.Column("told", sa.String(60), nullable=False, server_default=""),
    # How many notices there were on that day, in days since 1970, and when one was asked for as a test.
    sa.Column("day", sa.Integer, nullable=False, server_default="0"),
    sa.Column("sent", sa.Integer, nullable=False, server_default="0"),
    sa.Column("tested", sa.Float, nullable=False, server_default="0"),
)
# The keys of this house, by their names.
keys = sa.Table(
    "keys",
    metadata,
    sa.Column("name", sa.String(20), primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)
ALL = (editions, tables, matches, moves, answers, chat, holders, codes, tries, bells, keys)
# Held by whoever migrates a PostgreSQL database, until the transaction ends.
UPGRADING = sa.text("SELECT pg_advisory_xact_lock(hashtextextended('parlour upgrade', 0))")


def normal_url(url: str) -> str:
    """PostgreSQL through psycopg, whatever the URL's prefix; SQLite by path."""
    for prefix in ("postgres://", "postgresql://"):
        if url.startswith(prefix):
            return "postgresql+psycopg://" + url.removeprefix(prefix)
    return url if "://" in url else f"sqlite:///{Path(url)}"


def address_of(url: str) -> sa.URL:
    """A store's address in its parts. If it has none nothing of it is quoted, since it may hold a password."""
    try:
        return sa.make_url(normal_url(url))
    except (ValueError, sa.exc.ArgumentError):
        raise ValueError(
            "this is no address of a store: it is a file, or looks like postgresql://USER:PASSWORD@HOST:PORT/DATABASE"
        ) from None


def prepare_sqlite(connection: Any, _: Any) -> None:
    """Settings of a SQLite connection: full durability, WAL, and explicit transactions."""
    connection.isolation_level = None
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def begin_sqlite(connection: sa.Connection) -> None:
    """Whoever will write says so at once: a lock that is wanted after reading is refused if another has written."""
    writes = connection.get_execution_options().get("writing")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def upgrade(engine: sa.Engine) -> None:
    """Migrate a database to this version's schema; Alembic is not imported if there is nothing to do."""
    if is_current(engine):
        return
    if engine.dialect.name != "postgresql":
        migrate(engine)
        return
    # Several processes may open an empty database at the same moment: all but one wait, and find it migrated.
    with engine.begin() as connection:
        connection.execute(UPGRADING)
        if not is_current(engine):
            migrate(engine)


def is_current(engine: sa.Engine) -> bool:
    """Whether a database has this version's schema; a newer one is refused."""
    version = version_of(engine)
    if version is not None and version > HEAD:
        raise ValueError(f"the store has version {version}, this Parlour knows {HEAD}: install a newer Parlour")
    return version == HEAD


def migrate(engine: sa.Engine) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["engine"] = engine
    command.upgrade(config, "head")


def version_of(engine: sa.Engine) -> str | None:
    """The schema version of a database, or None for a new one."""
    if not sa.inspect(engine).has_table("alembic_version"):
        return None
    with engine.connect() as connection:
        return connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar()
