"""A function, or what it returns → the JSON Schema that a client is shown."""

from __future__ import annotations

from collections.abc import Callable
from inspect import Parameter, getdoc, signature
from typing import Any, ClassVar, get_type_hints, is_typeddict

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, create_model

from ..model.document import is_object
from ..model.envelope import is_array


class Words(BaseModel):
    """The arguments of one call: no other names, and no other types."""

    model_config: ClassVar[ConfigDict] = ConfigDict(extra="forbid", strict=True)


def described(function: Callable[..., Any]) -> tuple[str, dict[str, str]]:
    """Part the text of a function from those of its arguments."""
    text, _, rest = (getdoc(function) or "").partition("\nArgs:\n")
    found = dict(line.strip().split(": ", 1) for line in rest.splitlines() if line)
    return text.strip(), found


def words_of(function: Callable[..., Any]) -> type[Words]:
    """Make the model of the arguments of a function."""
    hints = get_type_hints(function)
    _, texts = described(function)
    fields: dict[str, Any] = {}
    for name, parameter in signature(function).parameters.items():
        usual = ... if parameter.default is Parameter.empty else parameter.default
        fields[name] = (hints[name], Field(usual, description=texts.get(name)))
    return create_model(function.__name__, __base__=Words, **fields)


def input_schema(words: type[Words]) -> dict[str, Any]:
    """Return the schema of the arguments, without what only programs read."""
    found: dict[str, Any] = without_titles(words.model_json_schema())
    return found


def output_schema(record: Any) -> dict[str, Any]:
    """Return the schema of a TypedDict; the fields of the call alone are required."""
    hints = get_type_hints(record)
    return {
        "type": "object",
        "properties": {name: schema_of(kind) for name, kind in hints.items()},
        "required": sorted(record.__required_keys__),
        "additionalProperties": False,
    }


def schema_of(kind: Any) -> dict[str, Any]:
    """Return the schema of one field."""
    if is_typeddict(kind):
        return output_schema(kind)
    found: dict[str, Any] = without_titles(TypeAdapter(kind).json_schema())
    return found


def without_titles(schema: Any) -> Any:
    """Leave out the titles: they repeat the names."""
    if is_object(schema):
        return {
            name: without_titles(one)
            for name, one in schema.items()
            if not (name == "title" and isinstance(one, str))
        }
    return [without_titles(one) for one in schema] if is_array(schema) else schema
