# speech_to_speech.
import json

import pytest
from elevenlabs.core.api_error import ApiError
from support import is_loud, joined, recording, samples_of_pcm, samples_of_wav, seconds_of_mp3

SENTENCE = "The morning train was late again, so we walked along the river."


@pytest.fixture(scope="module")
def memo():
    return recording(SENTENCE)


@pytest.fixture(scope="module")
def seconds(memo):
    samples, rate = samples_of_wav(memo)
    return len(samples) / rate


def test_convert_is_as_long_as_the_recording(client, voice_id, memo, seconds):
    audio = joined(client.speech_to_speech.convert(voice_id, audio=memo, model_id="eleven_multilingual_sts_v2"))
    assert seconds_of_mp3(audio) == pytest.approx(seconds, rel=0.03)


def test_convert_accepts_every_option(client, other_voice_id, memo, seconds):
    audio = joined(
        client.speech_to_speech.convert(
            other_voice_id,
            audio=("memo.wav", memo),
            enable_logging=False,
            optimize_streaming_latency=1,
            output_format="pcm_16000",
            model_id="timbre_reshape",
            voice_settings=json.dumps({"stability": 0.3, "style": 0.2}),
            seed=7,
            remove_background_noise=True,
            file_format="other",
        )
    )
    samples = samples_of_pcm(audio)
    assert is_loud(samples)
    assert len(samples) / 16_000 == pytest.approx(seconds, rel=0.03)


def test_stream_yields_audio(client, voice_id, memo, seconds):
    audio = joined(client.speech_to_speech.stream(voice_id, audio=memo))
    assert seconds_of_mp3(audio) == pytest.approx(seconds, rel=0.03)


def test_convert_rejects_a_file_that_is_no_audio(client, voice_id):
    with pytest.raises(ApiError) as error:
        joined(client.speech_to_speech.convert(voice_id, audio=("memo.wav", b"This is only text.")))
    assert error.value.status_code == 400
