"""A run that is over → a span of OpenTelemetry, in the trace of whoever called.

The conventions for spans of CLI programs name the attributes; what came of the run is
an attribute of ours. The packages of `exeunt[otel]` are loaded when the run is over:
the name of its span is made before, for the command's environment.
"""

from __future__ import annotations

import os

from ..errors import InputError
from .row import BAD, program

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from opentelemetry.sdk.trace.export import SpanExporter

    from .row import Row

VERSION = "00"
SAMPLED = "01"
TRACE, SPAN, FLAGS = 32, 16, 2  # digits
NANO = 1_000_000_000
LATE = 5.0  # seconds for the collector, unless OTEL_EXPORTER_OTLP_TIMEOUT says more
GROUP = "opentelemetry_traces_exporter"  # of entry points: who sends spans
PROTOCOLS = {"grpc": "otlp_proto_grpc", "http/protobuf": "otlp_proto_http"}
# Attribute of the span → field of a row.
FIELDS = {
    "process.pid": "pid",
    "process.exit.code": "exit_code",
    "exeunt.verdict": "verdict",
    "exeunt.status": "status",
    "exeunt.name": "name",
    "exeunt.signal": "signal",
    "exeunt.log": "log",
}


def check_installed() -> None:
    """Refuse to trace without the packages for it."""
    from importlib.util import find_spec  # for who asks

    try:
        there = find_spec("opentelemetry.sdk.trace") is not None
    except ModuleNotFoundError:
        there = False
    if not there:
        msg = "OpenTelemetry is not installed"
        raise InputError(msg, fix="pip install 'exeunt[otel]'")


def parts(parent: str) -> tuple[str, str, str] | None:
    """Return the trace, the span and the flags of a TRACEPARENT, if it is one."""
    found = parent.strip().split("-")
    if len(found) < len(("version", "trace", "span", "flags")):
        return None
    version, trace, span, flags = found[:4]
    sizes = {version: 2, trace: TRACE, span: SPAN, flags: FLAGS}
    plain = all(
        len(text) == size and set(text) <= set("0123456789abcdef")
        for text, size in sizes.items()
    )
    if not plain or version == "ff" or not int(trace, 16) or not int(span, 16):
        return None
    return trace, span, flags


def begun(parent: str) -> str:
    """Name a span, below its parent if there is one, as TRACEPARENT has it."""
    above = parts(parent)
    trace, flags = (above[0], above[2]) if above else (os.urandom(16).hex(), SAMPLED)
    return f"{VERSION}-{trace}-{os.urandom(8).hex()}-{flags}"


def send(row: Row, name: str, parent: str, exporter: SpanExporter | None = None) -> str:
    """Send the span of a row by its name; say what went wrong, if it did.

    `began` is when it began, `seconds` how long it took.
    """
    import logging  # loaded by these packages anyway

    logging.getLogger("opentelemetry").addHandler(logging.NullHandler())
    logging.getLogger("opentelemetry").propagate = False
    try:
        exporter = exporter or chosen()
        if exporter is None:
            return ""
        finished = spans(row, name, parent)
        if not finished:
            return ""  # not sampled, or switched off
        result = exporter.export(finished)
        exporter.shutdown()
    except Exception as error:  # noqa: BLE001 - of others' packages: a span is no run
        return f"the span was not sent: {type(error).__name__}: {error}"
    return "" if result.name == "SUCCESS" else "the span was not taken by the collector"


def spans(row: Row, name: str, parent: str) -> list[Any]:
    """Make the span of a row: one, or none if it is not sampled."""
    from opentelemetry.propagate import extract
    from opentelemetry.sdk.trace import SpanProcessor, TracerProvider
    from opentelemetry.sdk.trace.id_generator import IdGenerator
    from opentelemetry.trace import SpanKind, Status, StatusCode

    trace, span, _ = parts(name) or ("", "", "")
    finished: list[Any] = []

    class Named(IdGenerator):
        """Gives the names that the command has seen."""

        def generate_trace_id(self) -> int:
            """Return that of the trace."""
            return int(trace, 16)

        def generate_span_id(self) -> int:
            """Return that of the span."""
            return int(span, 16)

    class Kept(SpanProcessor):
        """Keeps what has ended."""

        def on_end(self, span: Any) -> None:
            """Keep a span."""
            finished.append(span)

    provider = TracerProvider(
        resource=resource(), id_generator=Named(), shutdown_on_exit=False
    )
    provider.add_span_processor(Kept())
    began = int(row.get("began", 0.0) * NANO)
    made = provider.get_tracer("exeunt").start_span(
        program(row),
        context=extract({"traceparent": parent}),
        kind=SpanKind.CLIENT,  # we called the program
        attributes=attributes(row),
        start_time=began,
    )
    if row.get("verdict") in BAD:
        made.set_status(Status(StatusCode.ERROR, row.get("why")))
    made.end(began + int((row.get("seconds") or 0.0) * NANO))
    return finished


def attributes(row: Row) -> dict[str, Any]:
    """Return what the conventions ask for, and what came of the run; no words."""
    argv = row.get("argv") or ("",)
    found: dict[str, Any] = {"process.executable.name": program(row)}
    if argv[0].startswith("/"):
        found["process.executable.path"] = argv[0]
    found |= {
        name: row[field] for name, field in FIELDS.items() if row.get(field) is not None
    }
    if row.get("verdict") in BAD:
        found["error.type"] = row.get("why") or row.get("status") or "unknown"
    return found


def resource() -> Any:
    """Return who says so: as OTEL_SERVICE_NAME has it, or exeunt."""
    from opentelemetry.sdk.resources import Resource

    found = Resource.create()
    if str(found.attributes.get("service.name", "")).startswith("unknown_service"):
        return found.merge(Resource({"service.name": "exeunt"}))
    return found


def chosen() -> SpanExporter | None:
    """Return who sends spans, as OTEL_TRACES_EXPORTER has it; usually OTLP by HTTP."""
    from importlib.metadata import entry_points

    name = os.environ.get("OTEL_TRACES_EXPORTER", "").strip() or "otlp"
    if name == "none":
        return None
    if name == "otlp":
        asked = os.environ.get("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL") or os.environ.get(
            "OTEL_EXPORTER_OTLP_PROTOCOL", ""
        )
        name = PROTOCOLS.get(asked.strip() or "http/protobuf", asked)
    if not os.environ.get("OTEL_EXPORTER_OTLP_TIMEOUT"):
        os.environ["OTEL_EXPORTER_OTLP_TIMEOUT"] = str(int(LATE))
    for entry in entry_points(group=GROUP, name=name):
        exporter: SpanExporter = entry.load()()
        return exporter
    msg = f"no package sends spans by {name!r}"
    raise InputError(msg, fix="OTEL_TRACES_EXPORTER=otlp")
