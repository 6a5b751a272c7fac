"""What a page's worker imports: its house, with the tables that the browser has kept."""

import parlour_tables  # of the page, which registers it
from pyodide.ffi import to_js

from parlour.page.house import House


async def keep(id: str, data: bytes | None) -> None:
    try:
        await parlour_tables.keep(id, None if data is None else to_js(data))
    except Exception as error:
        # Only what the page says: the rest is the trace of another language.
        raise RuntimeError(str(error).removeprefix("Error: ")) from None


HOUSE = House(keep)
HOUSE.store.fill([data.to_bytes() for data in parlour_tables.kept])
