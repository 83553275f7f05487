# One test per operation of docs/api/openapi.json: requests that the document allows and requests that it doesn't.
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

# Left out, and why.
LEFT_OUT = {
    "notifications_follow": "a stream that ends only when the client leaves",
}
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
# Three previews of one text take seconds of computing: of these, one request in eight is sent, with at most this much text.
COSTLY = {"textToVoice_design", "textToVoice_createPreviews", "textToVoice_remix"}
COSTLY_TEXT = 120
# What is longer takes the generator minutes. The limits themselves are tested by each area.
LONGEST = {"maxLength": 1_000, "maxItems": 50}
# Long enough for a busy machine: what takes longer is a fault.
TIMEOUT_SECONDS = 60


def read(variable):
    return pathlib.Path(os.environ[variable]).read_bytes()


@functools.cache
def ranges_of(category):
    """The characters of a Unicode category for a character class: among the first thousand, which is enough to make up text."""
    codes = [code for code in range(1024) if unicodedata.category(chr(code)).startswith(category)]
    runs = itertools.groupby(enumerate(codes), lambda pair: pair[1] - pair[0])
    bounds = [[code for _, code in run] for _, run in runs]
    return "".join(f"\\U{run[0]:08x}-\\U{run[-1]:08x}" for run in bounds)


def generatable(part):
    """The same part of the document in what a generator in Python manages: no \\p{…}, no lookahead, nothing longer than takes it long."""
    if isinstance(part, list):
        return [generatable(one) for one in part]
    if not isinstance(part, dict):
        return part
    return {name: generatable_keyword(name, one) for name, one in part.items()}


def generatable_keyword(name, value):
    if name == "pattern" and isinstance(value, str):
        # A lookahead is met by trying; what does not meet it is only rejected.
        written_out = re.sub(r"\\p\{(\w+)\}", lambda found: ranges_of(found[1]), value)
        return re.sub(r"\(\?=[^()]*\)", "", written_out)
    if name in LONGEST and isinstance(value, int):
        return min(value, LONGEST[name])
    return generatable(value)


def document():
    """Only what is sent is made up: responses are checked against the document as it is."""
    whole = json.loads(read("TIMBRE_OPENAPI"))
    for operations in whole["paths"].values():
        for operation in operations.values():
            for sent in {"parameters", "requestBody"} & operation.keys():
                operation[sent] = generatable(operation[sent])
    return whole


def with_known(value, known):
    """The same value, with real ids where a field has the name of one, and a recording where it is a file."""
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
    if operation_id in LEFT_OUT:
        pytest.skip(LEFT_OUT[operation_id])
    # Who calls, and whether for things that exist, is decided by the content: a case that is repeated is the same.
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
    # Each from an address of its own, because of the limits per visitor.
    address = next(addresses)
    forwarded = f"10.{address >> 16 & 255}.{address >> 8 & 255}.{address & 255}"
    headers = {**caller["headers"], "x-forwarded-for": forwarded}
    case.call_and_validate(checks=CHECKS, headers=headers, timeout=TIMEOUT_SECONDS)
