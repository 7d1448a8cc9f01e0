"""Frozen values: what `dataclass(frozen=True, slots=True)` gives, without what that costs at import.

The rulebook has some twenty of them and is imported by every program: with `dataclass` that took 20 % longer
(seven alternating rounds). Playing is as fast with either.
"""

from __future__ import annotations

from typing import Any, NoReturn, TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True)
def value(made: type[T]) -> type[T]:
    """The class as a frozen value: its annotations are its fields, what they are set to are defaults.

    A field whose name begins with an underscore is a remark: it is no part of what the value is equal by, and
    is left behind when the value is pickled.
    """
    names = tuple(vars(made).get("__annotations__", ()))
    fields = tuple(name for name in names if not name.startswith("_"))
    written = {name: kept for name, kept in vars(made).items() if name not in ("__dict__", "__weakref__")}
    defaults = {f"_{name}": written.pop(name) for name in names if name in written}
    space: dict[str, Any] = {"__slots__": names, "__match_args__": fields, "__setattr__": _refuse}
    cls: Any = type(made.__name__, made.__bases__, space | {"__delattr__": _refuse} | written)
    code: dict[str, Any] = defaults | {f"set_{name}": vars(cls)[name].__set__ for name in names}
    exec(_methods(names, fields, defaults), code)
    for method in ("__init__", "__eq__", "__hash__", "__repr__", "__reduce__"):
        if method not in written:
            setattr(cls, method, code[method])
    return cls  # type: ignore[no-any-return]


def but(old: T, **changes: object) -> T:
    """The same value with some fields changed."""
    names: tuple[str, ...] = type(old).__match_args__  # type: ignore[attr-defined]
    return type(old)(**{name: getattr(old, name) for name in names} | changes)


def _refuse(self: object, name: str, value: object = None) -> NoReturn:
    raise AttributeError(f"cannot change {name} of a {type(self).__name__}")


def _methods(names: tuple[str, ...], fields: tuple[str, ...], defaults: dict[str, Any]) -> str:
    """One text for all of them: compiling is what takes the time."""
    takes = "".join(f", {name}=_{name}" if f"_{name}" in defaults else f", {name}" for name in names)
    sets = "".join(f"\n set_{name}(self, {name})" for name in names) or "\n pass"
    mine, theirs = (f"({''.join(f'{who}.{name}, ' for name in fields)})" for who in ("self", "other"))
    shown = ", ".join(f"{name}={{self.{name}!r}}" for name in fields)
    return (
        f"def __init__(self{takes}):{sets}\n"
        f"def __eq__(self, other):\n"
        f" return {mine} == {theirs} if self.__class__ is other.__class__ else NotImplemented\n"
        f"def __hash__(self):\n return hash({mine})\n"
        f"def __repr__(self):\n return f'{{self.__class__.__qualname__}}({shown})'\n"
        f"def __reduce__(self):\n return self.__class__, {mine}\n"
    )
