# history and forced_alignment.
import io
import time
import zipfile

import pytest
from elevenlabs.core.api_error import ApiError
from support import is_loud, joined, samples_of_wav, seconds_of_mp3, strict

TEXT = "A sentence that is looked for again"


@pytest.fixture
def speak(client, voice_id):
    def speak(text):
        joined(client.text_to_speech.convert(voice_id, text=text))
        return client.history.list(page_size=1).history[0].history_item_id

    return speak


def test_list_pages_filters_and_searches(client, voice_id, speak):
    one, two, three = (speak(f"{TEXT}, {number}.") for number in ("one", "two", "three"))
    first = strict(client.history.list(page_size=2, voice_id=voice_id, source="TTS", search=TEXT))
    assert (first.has_more, first.last_history_item_id) == (True, two)
    assert [item.history_item_id for item in first.history] == [three, two]
    rest = client.history.list(search=TEXT, start_after_history_item_id=first.last_history_item_id)
    assert (rest.has_more, [item.text for item in rest.history]) == (False, [f"{TEXT}, one."])
    upwards = client.history.list(search=TEXT, sort_direction="asc", model_id="test_tone")
    assert [item.history_item_id for item in upwards.history] == [one, two, three]
    assert client.history.list(date_after_unix=int(time.time()) + 3_600).history == []


def test_get_audio_and_delete(client, voice_id, speak):
    text = "For the history, all of it."
    item_id = speak(text)
    item = strict(client.history.get(item_id))
    assert (item.text, item.voice_id, item.content_type, item.source) == (text, voice_id, "audio/mpeg", "TTS")
    assert "".join(item.alignments.alignment.characters) == text
    assert seconds_of_mp3(joined(client.history.get_audio(item_id))) == pytest.approx(len(text) / 15, abs=0.5)
    assert strict(client.history.delete(item_id)).status == "ok"
    with pytest.raises(ApiError) as raised:
        client.history.get(item_id)
    assert raised.value.status_code == 404
    assert raised.value.body["detail"]["status"] == "history_item_not_found"


def test_download_one_file_or_an_archive(client, speak):
    ids = [speak("To be downloaded, one."), speak("To be downloaded, two.")]
    assert seconds_of_mp3(joined(client.history.download(history_item_ids=ids[:1]))) > 1
    wav = joined(client.history.download(history_item_ids=ids[:1], output_format="wav"))
    assert is_loud(samples_of_wav(wav)[0])
    with zipfile.ZipFile(io.BytesIO(joined(client.history.download(history_item_ids=ids)))) as archive:
        files = [archive.read(name) for name in archive.namelist()]
    assert len(files) == 2
    assert all(seconds_of_mp3(file) > 1 for file in files)


def test_forced_alignment_finds_the_words_in_order(client, voice_id):
    text = "Hello there, this is a recording."
    audio = joined(client.text_to_speech.convert(voice_id, text=text, output_format="wav_16000"))
    found = strict(client.forced_alignment.create(file=("a.wav", audio, "audio/wav"), text=text))
    assert " ".join(word.text for word in found.words) == text
    assert "".join(character.text for character in found.characters) == text
    starts = [word.start for word in found.words]
    assert starts == sorted(starts)
    samples, rate = samples_of_wav(audio)
    assert found.words[-1].end <= len(samples) / rate + 0.1
