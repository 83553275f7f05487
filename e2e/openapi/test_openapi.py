# One test per operation of docs/api/openapi.json, with valid and invalid requests.
import functools
import itertools
import json
import os
import pathlib
import re
import unicodedata
import zlib

import hypothesis
import pytest
import schemathesis
from schemathesis.checks import (
    content_type_conformance,
    not_a_server_error,
    response_schema_conformance,
    status_code_conformance,
)
from schemathesis.transport.serialization import Binary

# Excluded operations with the reason.
EXCLUDED = {
    "notifications_follow": "a stream that ends only when the client disconnects",
}
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
# Generating previews takes seconds: only one request in eight is sent, with limited text.
COSTLY = {"textToVoice_design", "textToVoice_createPreviews", "textToVoice_remix"}
COSTLY_TEXT = 120
# Longer values take the generator minutes. Each area tests the limits themselves.
MAX_LENGTHS = {"maxLength": 1_000, "maxItems": 50}
# Generous for a busy machine.
TIMEOUT_SECONDS = 60


def read(variable):
    return pathlib.Path(os.environ[variable]).read_bytes()


@functools.cache
def ranges_of(category):
    """Characters of a Unicode category for a character class, among the first thousand."""
    codes = [code for code in range(1024) if unicodedata.category(chr(code)).startswith(category)]
    runs = itertools.groupby(enumerate(codes), lambda pair: pair[1] - pair[0])
    bounds = [[code for _, code in run] for _, run in runs]
    return "".join(f"\\U{run[0]:08x}-\\U{run[-1]:08x}" for run in bounds)


def generatable(part):
    """Rewrites a part of the document for the Python generator: no \\p{…}, no lookahead, limited lengths."""
    if isinstance(part, list):
        return [generatable(one) for one in part]
    if not isinstance(part, dict):
        return part
    return {name: generatable_keyword(name, one) for name, one in part.items()}


def generatable_keyword(name, value):
    if name == "pattern" and isinstance(value, str):
        # Lookaheads are dropped: values that violate them are only rejected.
        written_out = re.sub(r"\\p\{(\w+)\}", lambda found: ranges_of(found[1]), value)
        return re.sub(r"\(\?=[^()]*\)", "", written_out)
    if name in MAX_LENGTHS and isinstance(value, int):
        return min(value, MAX_LENGTHS[name])
    return generatable(value)


def document():
    """The document with requests simplified. Responses are checked against the original."""
    schema = json.loads(read("TIMBRE_OPENAPI"))
    for operations in schema["paths"].values():
        for operation in operations.values():
            for sent in {"parameters", "requestBody"} & operation.keys():
                operation[sent] = generatable(operation[sent])
    return schema


def with_known(value, known):
    """Replaces fields with real ids by name, and files with a recording."""
    if isinstance(value, Binary):
        return Binary(RECORDING)
    if isinstance(value, list):
        return [with_known(one, known) for one in value]
    if not isinstance(value, dict):
        return value
    return {name: known_value(name, one, known) for name, one in value.items()}


def known_value(name, value, known):
    if isinstance(value, str) and name in known:
        return known[name]
    if isinstance(value, list) and value and name.removesuffix("s") in known:
        return [known[name.removesuffix("s")]]
    return with_known(value, known)


CALLERS = json.loads(read("TIMBRE_CALLERS"))
RECORDING = read("TIMBRE_RECORDING")
addresses = itertools.count(1)
schema = schemathesis.openapi.from_dict(document())
schema.config.update(base_url=os.environ["TIMBRE_URL"])
schema.config.generation.update(with_security_parameters=False, allow_x00=False)
schema.config.phases.examples.enabled = False


@schema.parametrize()
@hypothesis.settings(
    max_examples=10,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(hypothesis.HealthCheck),
)
def test_operation(case):
    operation_id = case.operation.definition.raw["operationId"]
    if operation_id in EXCLUDED:
        pytest.skip(EXCLUDED[operation_id])
    # Derive the caller and the use of real ids from the content, so cases are reproducible.
    choice = zlib.crc32(repr((case.path_parameters, case.query, case.body)).encode())
    callers = CALLERS[operation_id]
    caller = callers[choice // 4 % len(callers)]
    if choice % 4 != 0:
        case.path_parameters = with_known(case.path_parameters, caller["known"])
        case.query = with_known(case.query, caller["known"])
        case.body = with_known(case.body, caller["known"])
    if operation_id in COSTLY:
        if choice // 4 % 8 != 0:
            return
        if isinstance(case.body, dict) and isinstance(case.body.get("text"), str):
            case.body["text"] = case.body["text"][:COSTLY_TEXT]
    # Each request has its own address because of limits per visitor.
    address = next(addresses)
    forwarded = f"10.{address >> 16 & 255}.{address >> 8 & 255}.{address & 255}"
    headers = {**caller["headers"], "x-forwarded-for": forwarded}
    case.call_and_validate(checks=CHECKS, headers=headers, timeout=TIMEOUT_SECONDS)
