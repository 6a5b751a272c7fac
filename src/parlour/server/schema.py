"""The wire schema for others: OpenAPI for the lobby, JSON Schema for the socket, TypeScript for the browser."""

from typing import Any

import msgspec

from parlour import __version__
from parlour.engine import registry
from parlour.engine.view import Part
from parlour.server import wire

LOBBY = (
    wire.NewTable, wire.TableMade, wire.Claim, wire.Claimed, wire.GameInfo, wire.Rulebook, wire.TableCard,
    wire.Replay, wire.Problem, wire.LessonStep, wire.Attempt, wire.LessonAnswer,
)  # fmt: skip
SOCKET = (wire.ToServer, wire.ToBrowser)


def components() -> dict[str, Any]:
    """Every struct of the wire as JSON Schema."""
    types = [*LOBBY, *SOCKET, *game_types()]
    _, found = msgspec.json.schema_components(types, ref_template="#/components/schemas/{name}")
    return found


def game_types() -> list[Any]:
    """What each game on the shelf adds to a view and to what its edition prints."""
    views = [registry.load(name).part("view") for name in registry.names(shelf_only=True)]
    return [found for view in views for found in (view.VIEW, view.PRINTED)]


def leave_out_defaults() -> set[str]:
    """The names of the structs whose fields are not sent while they have their default."""
    found, left = set(), [Part]
    while left:
        part = left.pop()
        found.add(part.__name__)
        left += part.__subclasses__()
    return found


def openapi() -> dict[str, Any]:
    """The lobby as OpenAPI 3.1; the socket's messages stand among its schemas."""

    def ref(name: str) -> dict[str, str]:
        return {"$ref": f"#/components/schemas/{name}"}

    def json(schema: dict[str, Any]) -> dict[str, Any]:
        return {"application/json": {"schema": schema}}

    def operation(summary: str, result: dict[str, Any], status: str = "200", takes: str = "", **more: Any) -> Any:
        problems = {
            code: {"description": text, "content": {"application/problem+json": {"schema": ref("Problem")}}}
            for code, text in PROBLEMS.items()
        }
        found = {
            "summary": summary,
            "responses": {status: {"description": "Done", "content": json(result)}, **problems},
        }
        if takes:
            found["requestBody"] = {"required": True, "content": json(ref(takes))}
        return found | more

    return {
        "openapi": "3.1.0",
        "info": {"title": "Parlour", "version": __version__},
        "paths": {
            "/api/games": {
                "get": operation(
                    "The shelf",
                    {"type": "array", "items": ref("GameInfo")},
                    parameters=[in_query("language", "string")],
                )
            },
            "/api/games/{name}/rules": {
                "get": operation("A rulebook by clauses", ref("Rulebook"), parameters=[in_path("name")])
            },
            "/api/games/{name}/lesson/{number}": {
                "get": operation(
                    "A step of a lesson",
                    ref("LessonStep"),
                    parameters=[in_path("name"), in_path("number", "integer"), in_query("language", "string")],
                ),
                "post": operation(
                    "Try a move in a lesson",
                    ref("LessonAnswer"),
                    takes="Attempt",
                    parameters=[in_path("name"), in_path("number", "integer")],
                ),
            },
            "/api/tables": {
                "get": operation("Your tables", {"type": "array", "items": ref("TableCard")}),
                "post": operation("Lay a table", ref("TableMade"), "201", "NewTable"),
            },
            "/api/tables/{id}/claim": {
                "post": operation("Take a seat", ref("Claimed"), takes="Claim", parameters=[in_path("id")])
            },
            "/api/tables/{id}/replay": {
                "get": operation(
                    "A match step by step",
                    ref("Replay"),
                    parameters=[in_path("id"), in_query("eyes"), in_query("match"), in_query("language", "string")],
                )
            },
            "/api/tables/{id}/record": {
                "get": operation(
                    "A finished match's whole record", {"type": "object"}, parameters=[in_path("id"), in_query("match")]
                )
            },
            "/api/health": {"get": operation("Is the house open", {"type": "object"})},
        },
        "components": {"schemas": components()},
    }


PROBLEMS = {
    "403": "Not yours",
    "404": "Not there",
    "413": "Too large",
    "422": "Does not fit",
    "429": "Too many",
    "503": "Cannot be kept, or too many at once",
}


def in_path(name: str, type: str = "string") -> dict[str, Any]:
    return {"name": name, "in": "path", "required": True, "schema": {"type": type}}


def in_query(name: str, type: str = "integer") -> dict[str, Any]:
    return {"name": name, "in": "query", "required": False, "schema": {"type": type}}


def typescript() -> str:
    """The wire as TypeScript types; web/src/wire.ts is this text."""
    lines = ["// Generated by `python -m parlour.server.schema`: the wire between browser and server."]
    found, shortened = components(), leave_out_defaults()
    for name, schema in sorted(found.items()):
        lines += ["", f"export interface {name} {shape(schema, name in shortened)}"] if "properties" in schema else []
    for union, members in (("ToServer", wire.ToServer), ("ToBrowser", wire.ToBrowser)):
        lines += ["", f"export type {union} = {' | '.join(m.__name__ for m in members.__args__)};"]
    return "\n".join(lines) + "\n"


def shape(schema: dict[str, Any], shortened: bool) -> str:
    required = set(schema.get("required", ()))
    # What the browser sends may leave out defaults, and so does the server in views; elsewhere it never does.
    sent_whole = schema.get("additionalProperties") is not False and not shortened
    rows = [
        f"  {name}{'' if name in required or sent_whole else '?'}: {written(part)};"
        for name, part in schema["properties"].items()
    ]
    return "{\n" + "\n".join(rows) + "\n}"


def written(schema: dict[str, Any]) -> str:
    """A JSON Schema as a TypeScript type."""
    if "$ref" in schema:
        return schema["$ref"].rsplit("/", 1)[1]
    if "anyOf" in schema:
        return " | ".join(written(part) for part in schema["anyOf"])
    if "enum" in schema:
        return " | ".join(msgspec.json.encode(v).decode() for v in schema["enum"])
    if "const" in schema:
        return msgspec.json.encode(schema["const"]).decode()
    kind = schema.get("type")
    if "prefixItems" in schema:
        return f"[{', '.join(map(written, schema['prefixItems']))}]"
    if kind == "array":
        return f"Array<{written(schema.get('items', {}))}>"
    if kind == "object":
        inner = schema.get("additionalProperties")
        return f"Record<string, {written(inner) if isinstance(inner, dict) and inner else 'unknown'}>"
    return {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}.get(
        str(kind), "unknown"
    )


if __name__ == "__main__":
    print(typescript(), end="")
