# text_to_speech.convert_realtime, which always connects to wss://, so it needs TLS in front of the product.
import pytest
from elevenlabs import VoiceSettings
from elevenlabs.client import ElevenLabs
from elevenlabs.core.api_error import ApiError
from support import is_loud, joined, samples_of_pcm, seconds_of_mp3

TEXT = "A socket is written to word by word. It answers with audio before the last word is written."


def words(text=TEXT):
    yield from (f"{word} " for word in text.split())


@pytest.fixture
def tls_client(tls_url, api_key):
    return ElevenLabs(base_url=tls_url, api_key=api_key)


def test_words_in_audio_out(tls_client, voice_id):
    audio = joined(
        tls_client.text_to_speech.convert_realtime(
            voice_id, text=words(), model_id="eleven_flash_v2_5", output_format="pcm_16000"
        )
    )
    samples = samples_of_pcm(audio)
    assert len(samples) / 16_000 == pytest.approx(len(TEXT) / 15, abs=1)
    assert is_loud(samples)


def test_settings_and_the_default_format(tls_client, voice_id):
    settings = VoiceSettings(stability=0.5, similarity_boost=0.8, style=0.1, use_speaker_boost=True, speed=2)
    audio = joined(tls_client.text_to_speech.convert_realtime(voice_id, text=words(), voice_settings=settings))
    assert 1 < seconds_of_mp3(audio) < len(TEXT) / 15 * 0.7


def test_requests_go_through_tls_as_well(tls_client, voice_id):
    assert tls_client.voices.get(voice_id).voice_id == voice_id


@pytest.mark.parametrize(
    "key, options, code",
    [
        ("sk_wrong", {}, "invalid_api_key"),
        ("limited", {}, "quota_exceeded"),
        ("own", {"model_id": "no_such_model"}, "model_not_found"),
        ("own", {"output_format": "pcm_44100"}, "only_for_higher_plan"),
    ],
)
def test_an_error_is_raised_with_its_code(tls_url, api_key, limited_key, voice_id, key, options, code):
    client = ElevenLabs(base_url=tls_url, api_key={"own": api_key, "limited": limited_key}.get(key, key))
    with pytest.raises(ApiError) as raised:
        joined(client.text_to_speech.convert_realtime(voice_id, text=iter([TEXT]), **options))
    assert raised.value.status_code == 1008
    # The SDK returns the error message, or the close reason if it was still sending. Both contain the code.
    body = raised.value.body
    assert (body["code"] if isinstance(body, dict) else body) == code
