# speech_to_text.realtime: audio is sent while it is recorded, and transcripts arrive as events.
import array
import asyncio
import base64
import math

import pytest
from elevenlabs.client import ElevenLabs
from elevenlabs.realtime import AudioFormat, CommitStrategy, RealtimeEvents

OPTIONS = {"model_id": "scribe_v2_realtime", "audio_format": AudioFormat.PCM_16000, "sample_rate": 16_000}


def tone(seconds, hertz=220):
    """A tone that the fake transcriber takes for speech; silence at 0 Hz."""
    samples = (round(9_000 * math.sin(2 * math.pi * hertz * at / 16_000)) for at in range(int(seconds * 16_000)))
    return array.array("h", samples).tobytes()


class Session:
    """A connection and its messages."""

    def __init__(self, connection):
        self.connection = connection
        self.received = {event: asyncio.Queue() for event in RealtimeEvents}
        for event, queue in self.received.items():
            connection.on(event, lambda *message, queue=queue: queue.put_nowait(message[0] if message else None))

    async def speak(self, audio):
        for at in range(0, len(audio), 8_192):
            await self.connection.send({"audio_base_64": base64.b64encode(audio[at : at + 8_192]).decode()})

    async def next(self, event):
        return await asyncio.wait_for(self.received[event].get(), 120)


async def connect(client, **options):
    return Session(await client.speech_to_text.realtime.connect({**OPTIONS, **options}))


def test_partial_and_committed_transcripts_with_timestamps(client):
    async def run():
        session = await connect(client, include_timestamps=True)
        await session.speak(tone(4))
        assert (await session.next(RealtimeEvents.PARTIAL_TRANSCRIPT))["text"]
        await session.connection.commit()
        committed = await session.next(RealtimeEvents.COMMITTED_TRANSCRIPT)
        timed = await session.next(RealtimeEvents.COMMITTED_TRANSCRIPT_WITH_TIMESTAMPS)
        assert committed["text"] == timed["text"] == "".join(word["text"] for word in timed["words"])
        assert timed["words"][-1]["end"] == pytest.approx(4, abs=0.5)
        await session.connection.close()

    asyncio.run(run())


def test_commits_after_a_pause(client):
    async def run():
        session = await connect(client, commit_strategy=CommitStrategy.VAD, vad_silence_threshold_secs=0.5)
        await session.speak(tone(2) + tone(1, 0))
        assert (await session.next(RealtimeEvents.COMMITTED_TRANSCRIPT))["text"]
        await session.connection.close()

    asyncio.run(run())


def test_a_single_use_token_works_once(client):
    token = client.tokens.single_use.create("realtime_scribe").token

    async def run():
        session = await connect(client, token=token)
        await session.speak(tone(2))
        await session.connection.commit()
        assert (await session.next(RealtimeEvents.COMMITTED_TRANSCRIPT))["text"]
        await session.connection.close()
        again = await connect(client, token=token)
        assert "already used" in (await again.next(RealtimeEvents.AUTH_ERROR))["error"]

    asyncio.run(run())


@pytest.mark.parametrize(
    "key, event",
    [("sk_wrong", RealtimeEvents.AUTH_ERROR), ("limited", RealtimeEvents.QUOTA_EXCEEDED)],
)
def test_an_error_is_an_event(url, limited_key, key, event):
    client = ElevenLabs(base_url=url, api_key=limited_key if key == "limited" else key)

    async def run():
        session = await connect(client)
        assert (await session.next(event))["error"]

    asyncio.run(run())
