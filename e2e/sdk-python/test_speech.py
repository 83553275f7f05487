# text_to_speech and text_to_dialogue.
import asyncio
import base64

import pytest
from elevenlabs import DialogueInput, PronunciationDictionaryVersionLocator, VoiceSettings
from elevenlabs.client import AsyncElevenLabs
from support import is_loud, joined, samples_of_pcm, samples_of_wav, seconds_of_mp3, strict

TEXT = "A drop-in means that the code people have already written keeps working."
# The fake engine speaks fifteen characters per second.
SECONDS = len(TEXT) / 15


@pytest.fixture
def inputs(voice_id, other_voice_id):
    return [
        DialogueInput(text="Is anybody there?", voice_id=voice_id),
        DialogueInput(text="Yes, somebody else is.", voice_id=other_voice_id),
    ]


def test_convert_returns_an_mp3_of_the_right_length(client, voice_id):
    audio = joined(client.text_to_speech.convert(voice_id, text=TEXT, model_id="eleven_multilingual_v2"))
    assert seconds_of_mp3(audio) == pytest.approx(SECONDS, abs=0.5)


def test_convert_accepts_every_option(client, voice_id):
    dictionary = client.pronunciation_dictionaries.create_from_rules(name="Options", rules=[])
    audio = joined(
        client.text_to_speech.convert(
            voice_id,
            text=TEXT,
            enable_logging=False,
            optimize_streaming_latency=2,
            output_format="pcm_16000",
            model_id="eleven_flash_v2_5",
            language_code="en",
            voice_settings=VoiceSettings(stability=0.3, similarity_boost=0.9, style=0.2, use_speaker_boost=True, speed=2),
            pronunciation_dictionary_locators=[
                PronunciationDictionaryVersionLocator(
                    pronunciation_dictionary_id=dictionary.id, version_id=dictionary.version_id
                )
            ],
            seed=7,
            previous_text="Before.",
            next_text="After.",
            previous_request_ids=["a"],
            next_request_ids=["b"],
            use_pvc_as_ivc=False,
            apply_text_normalization="on",
            apply_language_text_normalization=False,
        )
    )
    assert len(samples_of_pcm(audio)) / 16_000 < SECONDS * 0.7


@pytest.mark.parametrize("output_format, rate", [("wav_16000", 16_000), ("wav_24000", 24_000)])
def test_convert_to_wav(client, voice_id, output_format, rate):
    audio = joined(client.text_to_speech.convert(voice_id, text=TEXT, output_format=output_format))
    samples, found = samples_of_wav(audio)
    assert found == rate
    assert len(samples) / rate == pytest.approx(SECONDS, abs=0.5)
    assert is_loud(samples)


@pytest.mark.parametrize("output_format, bytes_per_second", [("pcm_16000", 32_000), ("ulaw_8000", 8_000)])
def test_convert_to_raw_samples(client, voice_id, output_format, bytes_per_second):
    audio = joined(client.text_to_speech.convert(voice_id, text=TEXT, output_format=output_format))
    assert len(audio) / bytes_per_second == pytest.approx(SECONDS, abs=0.5)


def test_convert_to_opus(client, voice_id):
    audio = joined(client.text_to_speech.convert(voice_id, text=TEXT, output_format="opus_48000_64"))
    assert audio.startswith(b"OggS")


def test_stream_arrives_in_chunks(client, voice_id):
    parts = list(client.text_to_speech.stream(voice_id, text=TEXT))
    assert len(parts) > 1
    assert seconds_of_mp3(joined(parts)) == pytest.approx(SECONDS, abs=0.5)


def test_the_async_client_streams_the_same_audio(client, voice_id, url, api_key):
    async def stream():
        parts = AsyncElevenLabs(base_url=url, api_key=api_key).text_to_speech.stream(
            voice_id, text=TEXT, output_format="pcm_16000"
        )
        return joined([part async for part in parts])

    assert asyncio.run(stream()) == joined(
        client.text_to_speech.convert(voice_id, text=TEXT, output_format="pcm_16000")
    )


def test_convert_with_timestamps_times_every_character_in_order(client, voice_id):
    response = strict(client.text_to_speech.convert_with_timestamps(voice_id, text=TEXT))
    seconds = seconds_of_mp3(base64.b64decode(response.audio_base_64))
    alignment = response.alignment
    assert "".join(alignment.characters) == TEXT
    starts, ends = alignment.character_start_times_seconds, alignment.character_end_times_seconds
    assert len(starts) == len(ends) == len(TEXT)
    assert starts == sorted(starts) and ends == sorted(ends)
    assert all(start <= end for start, end in zip(starts, ends))
    assert ends[-1] == pytest.approx(seconds, abs=0.3)
    assert response.normalized_alignment.characters


def test_stream_with_timestamps_loses_no_audio_and_no_character(client, voice_id):
    parts = list(client.text_to_speech.stream_with_timestamps(voice_id, text=TEXT))
    strict(parts)
    assert "".join("".join(part.alignment.characters) for part in parts if part.alignment) == TEXT
    audio = joined(base64.b64decode(part.audio_base_64) for part in parts)
    assert seconds_of_mp3(audio) == pytest.approx(SECONDS, abs=0.5)


def test_the_response_headers_name_the_request_and_its_cost(client, voice_id):
    def cost():
        with client.text_to_speech.with_raw_response.convert(voice_id, text="Heard and paid for once.") as response:
            joined(response.data)
            assert len(response.headers["request-id"]) == 20
            return int(response.headers["character-cost"])

    assert [cost(), cost()] == [24, 0]


def test_dialogue_convert_and_stream(client, inputs):
    whole = joined(client.text_to_dialogue.convert(inputs=inputs, seed=3, output_format="wav_16000"))
    assert len(samples_of_wav(whole)[0]) / 16_000 > 2
    parts = list(client.text_to_dialogue.stream(inputs=inputs, seed=3))
    assert len(parts) > 1
    assert seconds_of_mp3(joined(parts)) > 2


def test_dialogue_convert_with_timestamps_names_the_speaker_of_each_segment(client, inputs, voice_id, other_voice_id):
    response = strict(client.text_to_dialogue.convert_with_timestamps(inputs=inputs))
    first, second = response.voice_segments
    assert [(one.voice_id, one.dialogue_input_index) for one in (first, second)] == [(voice_id, 0), (other_voice_id, 1)]
    assert second.start_time_seconds >= first.end_time_seconds
    spoken = response.alignment.characters[first.character_start_index : first.character_end_index]
    assert "".join(spoken).strip() == inputs[0].text


def test_dialogue_stream_with_timestamps(client, inputs, voice_id, other_voice_id):
    parts = strict(list(client.text_to_dialogue.stream_with_timestamps(inputs=inputs)))
    assert [segment.voice_id for part in parts for segment in part.voice_segments] == [voice_id, other_voice_id]
    assert "somebody else" in "".join("".join(part.alignment.characters) for part in parts if part.alignment)
