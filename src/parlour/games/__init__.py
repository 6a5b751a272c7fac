"""The games, one folder each; the registry finds them. `parlour.games()` lists their names."""

import sys
from types import ModuleType


class CallablePackage(ModuleType):
    """This package, callable: importing a game sets `parlour.games` to the package, and the list must still work."""

    def __call__(self, shelf_only: bool = False) -> list[str]:
        """The games' names; those for developers too, unless only the shelf is asked for."""
        from parlour.engine import registry

        return registry.names(shelf_only)


sys.modules[__name__].__class__ = CallablePackage
