"""How Alembic reaches the store: with the engine that the store already has."""

from alembic import context

from parlour.server.store.database import metadata

engine = context.config.attributes["engine"]
with engine.connect() as connection:
    context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
    with context.begin_transaction():
        context.run_migrations()
    connection.commit()
