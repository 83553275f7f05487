# The quickstart of the official client, with only the key and the base URL set, and its player replaced by a parser.
from elevenlabs.client import ElevenLabs
from support import joined, seconds_of_mp3


def test_the_quickstart_speaks_with_its_default_voice(url, api_key):
    client = ElevenLabs(api_key=api_key, base_url=url)

    audio = client.text_to_speech.convert(
        text="The first move is what sets everything in motion.",
        voice_id="JBFqnCBsd6RMkjVDRZzb",
        model_id="eleven_multilingual_v2",
        output_format="mp3_44100_128",
    )

    assert seconds_of_mp3(joined(audio)) > 2
