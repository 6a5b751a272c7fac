"""One house and one PostgreSQL for all tests of the server."""

import uuid

import pytest
import sqlalchemy as sa

import houses


@pytest.fixture(scope="session")
def house(tmp_path_factory):
    opened = houses.House(str(tmp_path_factory.mktemp("house") / "tables.db"))
    yield opened
    opened.stop()


@pytest.fixture(scope="session")
def postgres_server():
    with houses.postgres() as url:
        yield url


@pytest.fixture(params=["sqlite", "postgres"])
def store_url(request, tmp_path):
    """An empty store of each kind."""
    if request.param == "sqlite":
        return str(tmp_path / "tables.db")
    return request.getfixturevalue("postgres_url")


@pytest.fixture
def postgres_url(postgres_server):
    """An empty PostgreSQL database."""
    name = f"t{uuid.uuid4().hex}"
    engine = sa.create_engine(
        postgres_server.replace("postgresql://", "postgresql+psycopg://"), isolation_level="AUTOCOMMIT"
    )
    with engine.connect() as c:
        c.execute(sa.text(f"CREATE DATABASE {name}"))
    engine.dispose()
    return postgres_server.rsplit("/", 1)[0] + f"/{name}"


@pytest.fixture
def people(house):
    """People who leave when the test is over."""
    came = []

    def come(name=""):
        came.append(houses.Person(house, name))
        return came[-1]

    yield come
    for person in came:
        person.close()
        person.http.close()
