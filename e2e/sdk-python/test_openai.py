# The openai package with only the base URL changed.
import openai
import pytest
from openai import OpenAI
from support import STORY, recording, samples_of_pcm, seconds_of_mp3

TEXT = "The same clients, another server."
# The fake engine speaks fifteen characters per second.
SECONDS = len(TEXT) / 15


@pytest.fixture(scope="session")
def openai_client(url, api_key):
    return OpenAI(base_url=f"{url}/openai/v1", api_key=api_key)


def test_speech_returns_an_mp3_of_the_right_length(openai_client):
    audio = openai_client.audio.speech.create(model="tts-1", voice="alloy", input=TEXT)
    assert seconds_of_mp3(audio.content) == pytest.approx(SECONDS, abs=0.5)


def test_speech_streams_pcm(openai_client, other_voice_id):
    with openai_client.audio.speech.with_streaming_response.create(
        model="gpt-4o-mini-tts",
        voice=other_voice_id,
        input=TEXT,
        instructions="Cheerful.",
        response_format="pcm",
        speed=2,
    ) as response:
        audio = b"".join(response.iter_bytes())
        assert response.headers["voice-id"] == other_voice_id
    assert len(samples_of_pcm(audio)) / 24_000 == pytest.approx(SECONDS / 2, abs=0.5)


def test_models_are_listed(openai_client):
    assert {"tts-1", "test_tone"} <= {model.id for model in openai_client.models.list()}
    assert openai_client.models.retrieve("tts-1").owned_by == "timbre-alias"


def test_errors_are_the_exceptions_of_the_client(openai_client, url, limited_key):
    with pytest.raises(openai.BadRequestError) as invalid:
        openai_client.audio.speech.create(model="tts-1", voice="alloy", input=TEXT, speed=4)
    assert invalid.value.param == "speed"
    with pytest.raises(openai.NotFoundError):
        openai_client.audio.speech.create(model="gpt-9", voice="alloy", input=TEXT)
    spent = OpenAI(base_url=f"{url}/openai/v1", api_key=limited_key)
    with pytest.raises(openai.RateLimitError) as quota:
        spent.audio.speech.create(model="tts-1", voice="alloy", input=TEXT)
    assert quota.value.code == "insufficient_quota"


def test_transcription_returns_text_times_and_subtitles(openai_client):
    file = ("interview.wav", recording(STORY))
    transcript = openai_client.audio.transcriptions.create(
        file=file, model="whisper-1", response_format="verbose_json", timestamp_granularities=["word", "segment"]
    )
    assert transcript.language == "english"
    assert transcript.words[0].word == "The"
    assert transcript.segments[0].end <= transcript.duration
    subtitles = openai_client.audio.transcriptions.create(file=file, model="whisper-1", response_format="srt")
    assert subtitles.startswith("1\n00:00:0")


def test_transcription_streams(openai_client):
    events = openai_client.audio.transcriptions.create(
        file=("interview.wav", recording(STORY)), model="gpt-4o-transcribe", stream=True
    )
    *deltas, done = list(events)
    assert [delta.type for delta in deltas] == ["transcript.text.delta"] * len(deltas)
    assert done.type == "transcript.text.done" and done.text.startswith("The morning train")


def test_translation_returns_english_text(openai_client):
    file = ("interview.wav", recording(STORY))
    translation = openai_client.audio.translations.create(file=file, model="whisper-1")
    assert translation.text.startswith("The train was late this morning")
