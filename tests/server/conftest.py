"""One house and one PostgreSQL for all tests of the server; houses in this process for one test each."""

import uuid

import pytest
import sqlalchemy as sa

import houses
import postgres
import sitting
from parlour.server.http.app import make_app

ADDRESSES = (f"127.1.{one}.{two}" for one in range(256) for two in range(1, 255))


@pytest.fixture(scope="session")
def house(tmp_path_factory):
    opened = houses.House(str(tmp_path_factory.mktemp("house") / "tables.db"))
    yield opened
    opened.stop()


@pytest.fixture(scope="session")
def postgres_server():
    with postgres.postgres() as url:
        yield url


@pytest.fixture(params=["sqlite", "postgres"])
def store_url(request, tmp_path):
    """An empty store of each kind."""
    if request.param == "sqlite":
        return str(tmp_path / "tables.db")
    return request.getfixturevalue("postgres_url")


def new_database(server: str) -> str:
    name = f"t{uuid.uuid4().hex}"
    engine = sa.create_engine(server.replace("postgresql://", "postgresql+psycopg://"), isolation_level="AUTOCOMMIT")
    with engine.connect() as c:
        c.execute(sa.text(f"CREATE DATABASE {name}"))
    engine.dispose()
    return server.rsplit("/", 1)[0] + f"/{name}"


@pytest.fixture
def postgres_url(postgres_server):
    """An empty PostgreSQL database."""
    return new_database(postgres_server)


@pytest.fixture(scope="session")
def postgres_house(postgres_server):
    """The same as `house`, on PostgreSQL."""
    opened = houses.House(new_database(postgres_server))
    yield opened
    opened.stop()


@pytest.fixture(scope="session")
def its_neighbour(postgres_house):
    """Another process on the same database."""
    opened = houses.House(postgres_house.store)
    yield opened
    opened.stop()


@pytest.fixture(params=["sqlite", "postgres"])
def either(request):
    """A house on each kind of store."""
    if request.param == "sqlite":
        return request.getfixturevalue("house")
    return request.getfixturevalue("postgres_house")


@pytest.fixture
def people(house):
    """People who leave when the test is over; all of them at one address, which no other test has."""
    came, address = [], next(ADDRESSES)

    def come(name=""):
        came.append(houses.Person(house, name, address))
        return came[-1]

    yield come
    for person in came:
        person.close()
        person.http.close()


@pytest.fixture
async def open_house(tmp_path, seed):
    """Opens houses in this process, closed when the test is over; a fallback that was needed fails the test."""
    opened = []

    def new(store="", **options):
        opened.append(sitting.open_house(store or tmp_path / "tables.db", seed, **options))
        return opened[-1]

    yield new
    for house in opened:
        if house.peers.shared:
            await house.peers.leases.give_back()
        house.close()
    assert not any(house.faults.counts for house in opened), [dict(house.faults.counts) for house in opened]


@pytest.fixture
async def own_house(open_house):
    """A house of the test's own, in this process and without sockets."""
    return open_house()


@pytest.fixture
async def browse(own_house):
    """Makes browsers that ask the application of that house, each with cookies and an address of its own."""
    apps = {}

    def come(address="127.0.0.1", settings=None):
        key = repr(settings)
        if key not in apps:
            apps[key] = make_app(own_house, settings)
        return sitting.client(apps[key], address)

    return come
