"""A decision, and the record of a run that carries one → their JSON Schemas."""

from __future__ import annotations

from ..model.actions import Action
from ..model.anomaly import Anomaly
from ..model.codes import Effects, Retryable
from ..model.detail import Phase
from ..model.row import Answer, Certainty, Verdict
from ..model.schema import (
    COUNT,
    FLAG,
    TEXT,
    TEXTS,
    described,
    member,
    nullable,
    obj,
)
from ..model.words import Source, Status, Why
from .brief import (
    DIGESTS,
    GIVEN,
    REPEATED,
    USUAL,
    USUAL_CLEANUP,
    USUAL_NEXT,
    USUAL_READING,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..model.schema import Schema


def decision() -> Schema:
    """Describe a decision, alone or as `next` of a run's record."""
    shape = obj(
        {
            "action": member(Action),
            "rule": described(TEXT, "the id of the clause that says so"),
            "because": described(TEXT, "one sentence, never a message of the command"),
            "wait_seconds": {"type": "number", "minimum": 0},
            "repeat_identical": described(FLAG, "the same call may be made again"),
            "command": described(nullable(TEXTS), "to run instead, without a shell"),
            "certainty": member(Certainty),
            "anomalies": {"type": "array", "items": member(Anomaly)},
        },
        closed=True,
    )
    return {"title": "Decision", **shape}


def run_record() -> Schema:
    """Describe a run record: a wrapper's seven keys, and what exeunt adds.

    Or an envelope that carries one: as its data, or, of a failure, in its meta.
    """
    properties = wrapper_keys() | own_keys()
    record = obj(properties, tuple(wrapper_keys()))
    return {
        "title": "RunRecord",
        "definitions": {"record": record},
        "anyOf": [{"$ref": "#/definitions/record"}, enveloped()],
    }


def brief_record() -> Schema:
    """Describe the record of --brief: what is left out has its default."""
    fields = {**wrapper_keys(), **own_keys()}
    for name in (*DIGESTS, *GIVEN, "attempts", "pages"):
        del fields[name]
    shape = usual(fields, USUAL)
    inner = {
        "cleanup": (usual(cleanup()["properties"], USUAL_CLEANUP), ()),
        "reading": (
            usual(reading()["properties"], USUAL_READING),
            ("name", "meaning", "certainty"),
        ),
        "next": (
            usual(decision()["properties"], USUAL_NEXT),
            ("action", "rule", "because"),
        ),
    }
    for name, (properties, required) in inner.items():
        shape[name] = obj(properties, required, closed=True)
    for name, same in (
        ("code", "exit_code of the record"),
        *((name, f"{name} of the reading") for name in REPEATED),
    ):
        place = shape["reading" if name == "code" else "next"]["properties"]
        place[name] = described(place[name], f"left out: the same as {same}")
    shape["attempts"] = own_keys()["attempts"]
    shape["pages"] = own_keys()["pages"]
    required = ("exit_code", "reading", "next")
    return {"title": "BriefRunRecord", **obj(shape, required, closed=True)}


def usual(fields: Schema, values: Schema) -> Schema:
    """Add to fields what they are where they are left out."""
    return {
        name: {**shape, "default": values[name]} if name in values else dict(shape)
        for name, shape in fields.items()
    }


def enveloped() -> Schema:
    """Describe an envelope with a record in it."""
    record = {"$ref": "#/definitions/record"}
    common = {"warnings": TEXTS}
    error = obj({"code": TEXT, "message": TEXT})
    meta = {"duration_ms": COUNT, "untrusted": TEXTS}
    done = {"ok": {"const": True}, "data": record, "error": {"type": "null"}}
    failed = {"ok": {"const": False}, "data": {"type": "null"}, "error": error}
    return {
        "anyOf": [
            obj({**done, **common, "meta": obj(meta)}, closed=True),
            obj(
                {**failed, **common, "meta": obj({**meta, "run": record})}, closed=True
            ),
        ]
    }


def wrapper_keys() -> Schema:
    """Describe the seven keys that every such record has."""
    return {
        "stdout": TEXT,
        "stderr": TEXT,
        "exit_code": {"type": "integer", "minimum": 0, "maximum": 255},
        "duration_ms": COUNT,
        "timed_out": FLAG,
        "command": TEXT,
        "args": TEXTS,
    }


def own_keys() -> Schema:
    """Describe what exeunt knows besides."""
    return {
        "schema_version": described(TEXT, "of this record"),
        "status": one_of(Status),
        "source": one_of(Source),
        "signal": described(nullable(TEXT), "the signal that ended the command"),
        "detail": described(nullable(TEXT), "why it was not started, or what broke"),
        "streams": {"enum": ["split", "merged"]},
        "log": described(nullable(TEXT), "the file with the exact bytes of stdout"),
        "stderr_log": described(nullable(TEXT), "the file with those of stderr"),
        "left_log": described(
            nullable(TEXT), "the file with what is written by what runs on"
        ),
        "log_error": described(nullable(TEXT), "why a log is missing or incomplete"),
        "sha256": described(nullable(TEXT), "of stdout's bytes"),
        "stderr_sha256": nullable(TEXT),
        "total_bytes": described(COUNT, "bytes that the command wrote"),
        "omitted_bytes": described(COUNT, "bytes of text that the record leaves out"),
        "omitted_lines": COUNT,
        "invalid_bytes": described(COUNT, "bytes that were no UTF-8"),
        "folded": described(COUNT, "frames that later ones overwrote"),
        "binary": FLAG,
        "masked": described(COUNT, "keys and random texts that are told in words"),
        "untrusted": described(TEXTS, "fields that hold what the command has said"),
        "input_unsent_bytes": described(
            {"type": ["integer", "null"], "minimum": 0}, "of a file, left unread"
        ),
        "environment": described(
            {"type": "object", "additionalProperties": nullable(TEXT)},
            "the caller's variables that were changed; null: removed",
        ),
        "screen": described(
            nullable(TEXT), "what the terminal showed, if a program had it"
        ),
        "waiting": nullable(waiting()),
        "session": described(nullable(TEXT), "under which the command goes on"),
        "cleanup": cleanup(),
        "stages": nullable(stages()),
        "warnings": TEXTS,
        "reading": reading(),
        "next": decision(),
        "attempts": described(
            {"type": "array", "items": attempt()}, "the runs of a call, with --retry"
        ),
        "pages": described({"type": "array"}, "the data of each page, with --retry"),
        "replayed": described(FLAG, "with --once: it was not run, but told again"),
    }


def attempt() -> Schema:
    """Describe one run of a call."""
    return obj(
        {
            "why": one_of(Why),
            "words": TEXTS,
            "waited": described({"type": "number", "minimum": 0}, "seconds before it"),
            "status": one_of(Status),
            "exit_code": {"type": "integer", "minimum": 0, "maximum": 255},
            "code": described(TEXT, "the name of what the number means"),
            "duration_ms": COUNT,
            "log": nullable(TEXT),
            "next": decision(),
        }
    )


def cleanup() -> Schema:
    """Describe what became of the command's processes."""
    return obj(
        {
            "killed": COUNT,
            "left": described(COUNT, "processes that run on"),
            "proof": {"enum": ["cgroup", "subreaper", "best_effort"]},
            "pids": {"type": "array", "items": COUNT},
        },
        ("killed", "left", "proof"),
    )


def stages() -> Schema:
    """Describe the commands of a line that a shell was given."""
    stage = obj(
        {
            "words": TEXTS,
            "status": described(
                {"type": ["integer", "null"], "minimum": 0, "maximum": 255},
                "as $? would show it; null: it did not run, or was not seen",
            ),
            "hidden": described(
                {"type": ["boolean", "null"]},
                "whether it failed and the line went on; null: nobody knows",
            ),
        }
    )
    return {"type": "array", "items": stage}


def waiting() -> Schema:
    """Describe what the command waits for."""
    return obj(
        {
            "prompt": TEXT,
            "kind": {"enum": ["line", "secret", "keys", "fullscreen"]},
            "confidence": {"enum": ["certain", "likely"]},
            "evidence": {},
        }
    )


def reading() -> Schema:
    """Describe what the ending means."""
    shape: Schema = {
        "code": {"type": "integer"},
        "name": TEXT,
        "verdict": described(
            member(Verdict), "what came of it; absent while it runs or waits"
        ),
        "meaning": TEXT,
        "retryable": member(Retryable, nullable=True),
        "side_effects": member(Effects),
        "answer": member(Answer, nullable=True),
        "phase": member(Phase, nullable=True),
        "certainty": member(Certainty),
        "dialect": TEXT,
        "source": TEXT,
        "anomalies": {"type": "array", "items": member(Anomaly)},
    }
    return obj(shape, tuple(name for name in shape if name != "verdict"))


def one_of(words: Any) -> Schema:
    """Describe a word by the type that lists what it may be."""
    return {"enum": [*words]}
