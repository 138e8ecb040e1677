"""What a command takes → the arguments of its tool, and a call of it → words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import Field, create_model

from ..manifest.confirmed import DESTRUCTIVE
from ..manifest.model import CommandPromise, ParamPromise
from ..model.document import is_object
from ..model.envelope import is_array
from ._schemas import Words

CONFIRM, KEY = "confirm", "idempotency_key"
TYPES: dict[str, Any] = {"integer": int, "number": float, "boolean": bool}
LIMITS = {
    "minimum": "ge",
    "maximum": "le",
    "exclusiveMinimum": "gt",
    "exclusiveMaximum": "lt",
}


def words_of(command: CommandPromise) -> type[Words]:
    """Make the model of a command's arguments; a secret is no matter of a model's."""
    fields: dict[str, Any] = {}
    for number, param in enumerate(shown(command)):
        kind = kind_of(param)
        limits = {LIMITS[name]: param.raw[name] for name in LIMITS if name in param.raw}
        about = param.text("description") or None
        usual = ... if param.required else None
        fields[f"word_{number}"] = (
            kind if param.required else kind | None,
            Field(
                usual,
                alias=param.name,
                description=about,
                **limits,
            ),
        )
    if command.danger == DESTRUCTIVE:
        about = "Say true only if a person has asked for exactly this"
        fields["word_confirm"] = (
            bool,
            Field(default=False, alias=CONFIRM, description=about),
        )
    if not command.is_safe:
        about = "A call under a key that was used before is not made again, but told"
        fields["word_key"] = (
            str | None,
            Field(default=None, alias=KEY, description=about),
        )
    return create_model("Call", __base__=Words, **fields)


def shown(command: CommandPromise) -> list[ParamPromise]:
    """List what a model may give."""
    return [
        param
        for param in command.params
        if not (param.sensitive or param.flag("hidden"))
    ]


def kind_of(param: ParamPromise) -> Any:
    """Return the type of a value."""
    if param.choices and not param.ignore_case:
        one: Any = Literal[param.choices]
    else:
        name = param.text("items") if param.type == "array" else param.type
        one = TYPES.get(name, str)
    return list[one] if is_many(param) else one


def is_many(param: ParamPromise) -> bool:
    """Tell whether a parameter takes a list."""
    several = param.raw.get("nargs") in ("*", "+") or param.count > 1
    return param.type == "array" or param.flag("multiple") or several


def call_words(command: CommandPromise, values: Mapping[str, Any]) -> list[str]:
    """Return the words of a call: options with their values in one word, then `--`."""
    words = list(command.words)
    for param in shown(command):
        value = values.get(param.name)
        if param.is_option and value is not None:
            words += option_words(param, value)
    rest: list[str] = []
    for param in command.arguments:
        value = values.get(param.name)
        given = value if is_array(value) else [value]
        rest += [as_word(one) for one in given if one is not None]
    if any(word.startswith("-") for word in rest):
        words.append("--")
    return words + rest


def option_words(param: ParamPromise, value: Any) -> list[str]:
    """Return the words of an option: none of its values is taken for another one."""
    name = param.long
    if isinstance(value, bool):
        negatives = param.texts("negatives")
        return [name] if value else list(negatives[:1])
    values = value if is_array(value) else [value]
    texts = [as_word(one) for one in values]
    if is_many(param) and not param.flag("multiple"):
        if any(text.startswith("-") for text in texts):
            msg = f"{param.name}: a value may not begin with a dash"
            raise ValueError(msg)
        return [name, *texts] if texts else []
    if name.startswith("--"):
        return [f"{name}={text}" for text in texts]
    return [f"{name}{text}" for text in texts]


def as_word(value: Any) -> str:
    """Write a value as a word."""
    if is_object(value):
        msg = "an object is no word of a call"
        raise ValueError(msg)
    text = str(value).lower() if isinstance(value, bool) else str(value)
    if "\0" in text:
        msg = "a word holds a NUL character"
        raise ValueError(msg)
    return text
