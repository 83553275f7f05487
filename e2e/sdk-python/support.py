# Helpers: audio parsing with the standard library, and strict validation of the SDK's models.
import array
import io
import os
import time
import urllib.parse
import urllib.request
import wave

import pydantic

MP3_BITRATES = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
STORY = (
    "The harbour lay quiet under a thin fog, and the first boats of the morning were already far out beyond the light. "
    "Nobody had told the gardener that the roses were to be moved, so he watered them as he had done for thirty years."
)


def joined(parts):
    return b"".join(parts)


def seconds_of_mp3(audio):
    """The duration of a 44.1 kHz MPEG-1 layer III stream, from its consecutive frame headers."""
    at = frames = 0
    if audio[:3] == b"ID3":
        at = 10 + sum(byte << shift for byte, shift in zip(audio[6:10], (21, 14, 7, 0)))
    while at + 4 <= len(audio):
        assert audio[at] == 0xFF and audio[at + 1] & 0xFE == 0xFA, f"no MP3 frame at byte {at}"
        assert audio[at + 2] >> 2 & 3 == 0, "not at 44.1 kHz"
        bits, padding = MP3_BITRATES[audio[at + 2] >> 4], audio[at + 2] >> 1 & 1
        at += 144_000 * bits // 44_100 + padding
        frames += 1
    assert at == len(audio), "the last MP3 frame is cut off"
    return frames * 1152 / 44_100


def samples_of_wav(audio):
    """The samples and the rate of a mono 16-bit wav."""
    with wave.open(io.BytesIO(audio)) as file:
        assert (file.getnchannels(), file.getsampwidth()) == (1, 2)
        return samples_of_pcm(file.readframes(file.getnframes())), file.getframerate()


def samples_of_pcm(audio):
    samples = array.array("h")
    samples.frombytes(audio)
    return samples


def is_loud(samples):
    return max(map(abs, samples)) > 3_000


def strict(response):
    """Validates a response and returns it: the SDK builds its models without validation and would accept a missing key or a wrong type."""
    models = response if isinstance(response, list) else [response]
    assert models and all(isinstance(one, pydantic.BaseModel) for one in models)
    for one in models:
        type(one).model_validate_json(one.json())
    return response


def recording(text=STORY):
    """A recording of the text, as a wav."""
    query = urllib.parse.urlencode({"text": text})
    with urllib.request.urlopen(f"{os.environ['TIMBRE_SPEAKER_URL']}/?{query}") as response:
        return response.read()


def eventually(read, matches):
    """Polls until the value matches, and returns the last one."""
    for _ in range(1_200):
        value = read()
        if matches(value):
            break
        time.sleep(0.1)
    return value
