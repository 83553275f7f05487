# voices.ivc and the samples of a voice. A cloned voice needs its speaker's consent, for which the SDK has no method.
import json
import urllib.request
import uuid

import pytest
from elevenlabs.core.api_error import ApiError
from support import eventually, joined, recording, seconds_of_mp3, strict


@pytest.fixture(scope="module")
def second():
    return recording("A second recording, which says something else altogether.")


@pytest.fixture(scope="module")
def cloned(client, second):
    made = strict(
        client.voices.ivc.create(
            name="Narrator",
            files=[("one.wav", recording(), "audio/wav"), ("two.wav", second, "audio/wav")],
            description="Made from two recordings.",
            labels={"use": "test"},
            remove_background_noise=False,
        )
    )
    yield made.voice_id
    client.voices.delete(made.voice_id)


@pytest.fixture(scope="module")
def trained(cloned, own):
    def state():
        return own("GET", f"/v1/voices/{cloned}/training")["state"]

    assert eventually(state, lambda one: one in ("fine_tuned", "failed", "cancelled")) == "fine_tuned"
    return cloned


@pytest.fixture(scope="module")
def own(url, api_key):
    """Requests that are not in the SDK."""

    def call(method, path, body=None, content_type="application/json"):
        headers = {"xi-api-key": api_key, **({"content-type": content_type} if body else {})}
        request = urllib.request.Request(url + path, method=method, data=body, headers=headers)
        with urllib.request.urlopen(request) as response:
            return json.loads(response.read())

    return call


def form(recorded, scope):
    boundary = uuid.uuid4().hex
    part = f'--{boundary}\r\ncontent-disposition: form-data; name="%s"%s\r\n\r\n'
    head = part % ("recording", '; filename="reading.wav"\r\ncontent-type: audio/wav')
    tail = "\r\n" + part % ("scope", "") + f"{scope}\r\n--{boundary}--\r\n"
    return head.encode() + recorded + tail.encode(), f"multipart/form-data; boundary={boundary}"


def test_create_adds_a_voice_with_its_samples(client, trained):
    voice = strict(client.voices.get(trained))
    assert (voice.name, voice.category, voice.labels) == ("Narrator", "cloned", {"use": "test"})
    assert sorted(sample.file_name for sample in voice.samples) == ["one.wav", "two.wav"]


def test_a_cloned_voice_works_only_after_consent(client, trained, own):
    with pytest.raises(ApiError) as raised:
        joined(client.text_to_speech.convert(trained, text="Not yet."))
    assert raised.value.status_code == 403
    assert raised.value.body["detail"]["status"] == "voice_not_verified"
    sentence = own("GET", f"/v1/voices/{trained}/consent")["challenge"]["sentence"]
    own("POST", f"/v1/voices/{trained}/consent", *form(recording(sentence), "workspace"))
    assert seconds_of_mp3(joined(client.text_to_speech.convert(trained, text="Now it may be heard."))) > 0.5


def test_a_sample_is_returned_unchanged_and_can_be_deleted(client, trained, second):
    sample = next(one for one in client.voices.get(trained).samples if one.file_name == "two.wav")
    assert joined(client.voices.samples.audio.get(trained, sample.sample_id)) == second
    assert strict(client.samples.delete(trained, sample.sample_id)).status == "ok"
    assert [one.file_name for one in client.voices.get(trained).samples] == ["one.wav"]


def test_create_without_labels(client):
    made = client.voices.ivc.create(name="Plain", files=[("one.wav", recording(), "audio/wav")])
    try:
        assert client.voices.get(made.voice_id).labels == {}
    finally:
        client.voices.delete(made.voice_id)
