# The product's URLs and keys, and the official client with only the base URL changed.
import os

import pytest
from elevenlabs.client import ElevenLabs


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
