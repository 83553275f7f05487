# Where the product runs, the official client unchanged but for the base URL, and a report in the shape of vitest's.
import json
import os
import pathlib

import pytest
from elevenlabs.client import ElevenLabs

outcomes = {}


@pytest.fixture(scope="session")
def url():
    return os.environ["TIMBRE_URL"]


@pytest.fixture(scope="session")
def api_key():
    return os.environ["TIMBRE_API_KEY"]


@pytest.fixture(scope="session")
def limited_key():
    return os.environ["TIMBRE_LIMITED_KEY"]


@pytest.fixture(scope="session")
def voice_id():
    return os.environ["TIMBRE_VOICE_ID"]


@pytest.fixture(scope="session")
def other_voice_id():
    return os.environ["TIMBRE_OTHER_VOICE_ID"]


@pytest.fixture(scope="session")
def client(url, api_key):
    return ElevenLabs(base_url=url, api_key=api_key)


@pytest.fixture(scope="session")
def tls_url():
    return os.environ["TIMBRE_TLS_URL"]


def pytest_runtest_logreport(report):
    # A test has a setup, a call and a teardown; the worst of the three is its outcome.
    name = report.nodeid.rpartition("/")[2]
    outcome = outcomes.setdefault(name, {"fullName": f"Python SDK {name}", "status": "passed", "failureMessages": []})
    if report.failed:
        outcome["status"] = "failed"
        outcome["failureMessages"].append(report.longreprtext)
    elif report.skipped:
        outcome["status"] = "skipped"


def pytest_collectreport(report):
    if report.failed:
        pytest_runtest_logreport(report)


def pytest_sessionfinish():
    path = pathlib.Path(os.environ["TIMBRE_REPORT"])
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"testResults": [{"assertionResults": list(outcomes.values())}]}, indent="\t") + "\n")
