"""Write the TypeScript types of everything the server says and hears, from its own forms.

usage: python web/scripts/schema.py      (writes web/src/lib/protocol/schema.ts)
"""

from __future__ import annotations

import importlib
import pkgutil
import sys
import types
import typing
from pathlib import Path

import msgspec
from msgspec import inspect

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from cafe import protocol  # noqa: E402
from cafe.protocol import bots, commands, forms, messages, tables  # noqa: E402

TARGET = ROOT / "web" / "src" / "lib" / "protocol" / "schema.ts"
HEAD = "/** Written by web/scripts/schema.py from cafe/protocol. Do not edit: run the script again. */\n"
UNIONS = {
    "AnyAction": forms.AnyAction,
    "AnyEvent": forms.AnyEvent,
    "AnyMessage": messages.AnyMessage,
    "AnyCommand": commands.AnyCommand,
}
NOT_WHOLE = {"commands", "forms", "messages", "bots", "exports"}
"""Modules that are not taken as a whole: the unions name what is needed; the rest is for bots and hosts."""
BASES = (tables.Ask, tables.TableSettings, forms.Form)
PLAIN: dict[type[inspect.Type], str] = {
    inspect.StrType: "string",
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.BoolType: "boolean",
    inspect.NoneType: "null",
    inspect.AnyType: "unknown",
}


def name_of(struct: type) -> str:
    """The name in TypeScript: without `Form`, and told apart where two modules use one name."""
    short = struct.__name__.removesuffix("Form")
    if struct.__module__ == messages.__name__ and struct in typing.get_args(messages.AnyMessage):
        return f"{short}Message"
    if struct.__module__ == commands.__name__ and issubclass(struct, commands.Command):
        return f"{short}Command"
    if struct.__module__ == forms.__name__ and issubclass(struct, forms.ActionForm):
        return f"{short}Action"
    if struct.__module__ == forms.__name__ and issubclass(struct, forms.EventForm):
        return f"{short}Event"
    return short


def words(kind: inspect.Type) -> str:
    """A type in TypeScript."""
    if isinstance(kind, inspect.Metadata):
        return words(kind.type)
    if type(kind) in PLAIN:
        return PLAIN[type(kind)]
    if isinstance(kind, inspect.LiteralType):
        return " | ".join(f"'{value}'" if isinstance(value, str) else str(value) for value in kind.values)
    if isinstance(kind, inspect.UnionType):
        parts = [words(each) for each in kind.types]
        return " | ".join(sorted(parts, key=lambda part: part == "null"))
    if isinstance(kind, inspect.ListType | inspect.VarTupleType):
        inner = words(kind.item_type)
        return f"({inner})[]" if " " in inner else f"{inner}[]"
    if isinstance(kind, inspect.DictType):
        return f"Record<{words(kind.key_type)}, {words(kind.value_type)}>"
    if isinstance(kind, inspect.StructType):
        return name_of(kind.cls)
    raise TypeError(f"expected a type that TypeScript has; got {kind}")


def structs_of(kind: inspect.Type, found: dict[type, inspect.StructType]) -> None:
    """Collect the structs that a type is made of."""
    if isinstance(kind, inspect.StructType):
        if kind.cls in found:
            return
        found[kind.cls] = kind
        for field in kind.fields:
            structs_of(field.type, found)
    for name in ("type", "item_type", "key_type", "value_type"):
        if isinstance(inner := getattr(kind, name, None), inspect.Type):
            structs_of(inner, found)
    for inner in getattr(kind, "types", ()):
        structs_of(inner, found)


def interface(struct: inspect.StructType) -> str:
    """One struct as an interface; a field may be missing where a default is left out or may be left out."""
    config = struct.cls.__struct_config__
    whole = not config.omit_defaults and not issubclass(struct.cls, tables.Ask | commands.Command)
    lines = [f"export interface {name_of(struct.cls)} {{"]
    if struct.tag is not None:
        lines.append(f"  {struct.tag_field}: '{struct.tag}'")
    for field in struct.fields:
        mark = "" if field.required or (whole and field.default is not msgspec.UNSET) else "?"
        lines.append(f"  {field.encode_name}{mark}: {words(field.type)}")
    return "\n".join([*lines, "}"])


def typescript() -> str:
    """The whole file."""
    http = [
        each
        for module in pkgutil.iter_modules(protocol.__path__)
        if module.name not in NOT_WHOLE
        for each in vars(importlib.import_module(f"{protocol.__name__}.{module.name}")).values()
        if isinstance(each, type) and issubclass(each, msgspec.Struct) and each not in BASES
    ]
    http.append(bots.BotListForm)
    found: dict[type, inspect.StructType] = {}
    for kind in (*UNIONS.values(), *http):
        structs_of(inspect.type_info(kind), found)
    parts = [interface(struct) for struct in sorted(found.values(), key=lambda struct: name_of(struct.cls))]
    for name, union in UNIONS.items():
        assert isinstance(union, types.UnionType)
        parts.append(f"export type {name} =\n  | " + "\n  | ".join(name_of(each) for each in union.__args__))
    return HEAD + "\n".join(parts) + "\n"


if __name__ == "__main__":
    TARGET.write_text(typescript(), encoding="utf-8")
    print(TARGET.name)
