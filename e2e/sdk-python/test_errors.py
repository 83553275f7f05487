# Errors are the SDK's own exceptions with our code, and are not retried if a retry cannot succeed.
import httpx
import pytest
from elevenlabs.client import ElevenLabs
from elevenlabs.core.api_error import ApiError
from elevenlabs.errors import UnprocessableEntityError
from support import joined

TEXT = "A drop-in means that the code people have already written keeps working."


def status_of(error):
    return error.value.status_code, error.value.body["detail"]["status"]


def test_401_a_wrong_key(url):
    with pytest.raises(ApiError) as raised:
        ElevenLabs(base_url=url, api_key="sk_wrong").user.get()
    assert status_of(raised) == (401, "invalid_api_key")
    assert raised.value.body["detail"]["message"]
    assert len(raised.value.headers["x-request-id"]) == 20


def test_401_not_enough_credits_without_retries(url, limited_key, voice_id):
    requests = []
    http = httpx.Client(event_hooks={"request": [requests.append]})
    client = ElevenLabs(base_url=url, api_key=limited_key, httpx_client=http)
    with pytest.raises(ApiError) as raised:
        joined(client.text_to_speech.convert(voice_id, text=TEXT))
    assert status_of(raised) == (401, "quota_exceeded")
    assert len(requests) == 1


@pytest.mark.parametrize(
    "output_format, limited", [("mp3_44100_192", True), ("pcm_44100", False), ("wav_44100", False)]
)
def test_403_a_format_of_a_higher_plan(url, api_key, limited_key, voice_id, output_format, limited):
    client = ElevenLabs(base_url=url, api_key=limited_key if limited else api_key)
    with pytest.raises(ApiError) as raised:
        joined(client.text_to_speech.convert(voice_id, text="Hi", output_format=output_format))
    assert status_of(raised) == (403, "only_for_higher_plan")


@pytest.mark.parametrize(
    "voice, options, code",
    [("doesNotExist00000000", {}, "voice_not_found"), (None, {"model_id": "no_such_model"}, "model_not_found")],
)
def test_404_an_unknown_voice_or_model(client, voice_id, voice, options, code):
    with pytest.raises(ApiError) as raised:
        joined(client.text_to_speech.stream(voice or voice_id, text=TEXT, **options))
    assert status_of(raised) == (404, code)


def test_422_invalid_input_names_the_field(client, voice_id):
    with pytest.raises(UnprocessableEntityError) as raised:
        joined(client.text_to_speech.convert(voice_id, text=TEXT, voice_settings={"stability": 7}))
    detail = raised.value.body.detail if hasattr(raised.value.body, "detail") else raised.value.body["detail"]
    assert raised.value.status_code == 422
    assert detail["status"] == "invalid_parameters"
    assert "voice_settings.stability" in detail["message"]
    assert detail["errors"][0]["loc"] == ["body", "voice_settings", "stability"]


def test_400_a_file_that_is_not_a_recording(client):
    for create in (
        lambda: client.voices.ivc.create(name="None", files=[("a.wav", b"This is a letter.", "audio/wav")]),
        lambda: client.forced_alignment.create(file=("a.wav", b"This is a letter."), text="Hello"),
    ):
        with pytest.raises(ApiError) as raised:
            create()
        assert status_of(raised) == (400, "invalid_audio")
