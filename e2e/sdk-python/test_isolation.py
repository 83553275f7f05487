# audio_isolation.
import io

import pytest
from elevenlabs.core.api_error import ApiError
from support import joined, recording, strict


def is_mp3(audio):
    return len(audio) > 2_000 and audio[0] == 0xFF and audio[1] & 0xE0 == 0xE0


def test_converts_streams_lists_and_deletes(client):
    assert is_mp3(joined(client.audio_isolation.convert(audio=("porch.wav", recording(), "audio/wav"))))
    assert is_mp3(joined(client.audio_isolation.stream(audio=("porch 2.wav", recording(), "audio/wav"))))
    listed = strict(client.audio_isolation.list(search="porch"))
    assert [item.title for item in listed.items] == ["porch 2.wav", "porch.wav"]
    assert (listed.has_more, listed.items[0].processing) == (False, False)
    for item in listed.items:
        client.audio_isolation.delete(item.id)
    assert client.audio_isolation.list(search="porch").items == []


def test_a_file_without_audio_is_rejected(client):
    with pytest.raises(ApiError) as caught:
        joined(client.audio_isolation.convert(audio=("text.wav", io.BytesIO(b"no audio"), "audio/wav")))
    assert (caught.value.status_code, caught.value.body["detail"]["code"]) == (400, "invalid_audio")
