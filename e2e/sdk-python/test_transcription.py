# speech_to_text: files, formats, get, delete and errors.
import array
import base64
import io
import math
import wave

import pytest
from elevenlabs.client import ElevenLabs
from elevenlabs.core.api_error import ApiError


def recording(seconds=3, hertz=220):
    """A WAV file with a tone, which the fake transcriber takes for speech."""
    samples = (round(9_000 * math.sin(2 * math.pi * hertz * at / 16_000)) for at in range(int(seconds * 16_000)))
    file = io.BytesIO()
    with wave.open(file, "wb") as writer:
        writer.setnchannels(1)
        writer.setsampwidth(2)
        writer.setframerate(16_000)
        writer.writeframes(array.array("h", samples).tobytes())
    file.seek(0)
    file.name = "talk.wav"
    return file


def test_convert_get_and_delete(client):
    transcript = client.speech_to_text.convert(
        model_id="scribe_v1",
        file=recording(),
        language_code="en",
        diarize=True,
        timestamps_granularity="word",
    )
    assert transcript.language_code == "eng"
    assert "".join(word.text for word in transcript.words) == transcript.text
    assert transcript.words[0].speaker_id == "speaker_0"
    assert transcript.audio_duration_secs == pytest.approx(3, abs=0.1)
    stored = client.speech_to_text.transcripts.get(transcript.transcription_id)
    assert stored.text == transcript.text
    client.speech_to_text.transcripts.delete(transcript.transcription_id)
    with pytest.raises(ApiError) as error:
        client.speech_to_text.transcripts.get(transcript.transcription_id)
    assert error.value.status_code == 404


def test_additional_formats(client):
    transcript = client.speech_to_text.convert(
        model_id="scribe_v1",
        file=recording(),
        additional_formats=[
            {"format": "srt", "max_characters_per_line": 30},
            {"format": "txt", "include_timestamps": False},
            {"format": "docx"},
            {"format": "pdf"},
        ],
    )
    srt, text, docx, pdf = transcript.additional_formats
    assert srt.content.startswith("1\n00:00:0")
    assert text.content.replace("\n", " ").strip() == transcript.text
    assert base64.b64decode(docx.content)[:2] == b"PK"
    assert base64.b64decode(pdf.content)[:4] == b"%PDF"


def test_errors(client, url, limited_key):
    for other, code in ((ElevenLabs(base_url=url, api_key="wrong"), 401), (ElevenLabs(base_url=url, api_key=limited_key), 401)):
        with pytest.raises(ApiError) as error:
            other.speech_to_text.convert(model_id="scribe_v1", file=recording(20))
        assert error.value.status_code == code
    with pytest.raises(ApiError) as error:
        client.speech_to_text.convert(model_id="no_such_model", file=recording())
    assert error.value.status_code == 404
