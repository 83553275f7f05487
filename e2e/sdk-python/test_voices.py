# voices, their settings, collections and library, and text_to_voice.
import base64

import pytest
from elevenlabs import VoiceSettings
from elevenlabs.core.api_error import ApiError
from support import joined, recording, seconds_of_mp3, strict

DESCRIPTION = "A calm, low and rather slow voice of an older man, for bedtime stories."


@pytest.fixture
def own_voice(client):
    """A custom voice designed from a description."""
    previews = client.text_to_voice.design(voice_description=DESCRIPTION, seed=1).previews
    voice = strict(
        client.text_to_voice.create(
            voice_name="Storyteller",
            voice_description=DESCRIPTION,
            generated_voice_id=previews[0].generated_voice_id,
            labels={"mood": "calm"},
        )
    )
    yield voice
    client.voices.delete(voice.voice_id)


def test_get_all_and_get_return_the_same_voice(client, voice_id):
    voices = strict(client.voices.get_all(show_legacy=True)).voices
    listed = next(voice for voice in voices if voice.voice_id == voice_id)
    assert (listed.category, listed.is_owner) == ("premade", False)
    found = strict(client.voices.get(voice_id, with_settings=True))
    assert (found.name, found.high_quality_base_model_ids) == (listed.name, listed.high_quality_base_model_ids)
    assert found.settings.speed == 1


def test_search_pages_through_every_voice_once(client, voice_id):
    seen = []
    page = strict(client.voices.search(page_size=2, include_total_count=True))
    total = page.total_count
    while True:
        assert len(page.voices) <= 2
        seen += [voice.voice_id for voice in page.voices]
        if not page.has_more:
            break
        page = client.voices.search(page_size=2, next_page_token=page.next_page_token)
    assert len(seen) == len(set(seen)) == total
    assert voice_id in seen


def test_search_by_words_type_and_ids(client, voice_id, other_voice_id):
    name = client.voices.get(voice_id).name
    by_name = client.voices.search(search=name, voice_type="default")
    assert voice_id in [voice.voice_id for voice in by_name.voices]
    by_ids = client.voices.search(voice_ids=[voice_id, other_voice_id])
    assert {voice.voice_id for voice in by_ids.voices} == {voice_id, other_voice_id}
    assert client.voices.search(search="nobody is called this").voices == []


def test_a_designed_voice_speaks_and_can_be_changed(client, own_voice):
    assert (own_voice.name, own_voice.category, own_voice.labels["mood"]) == ("Storyteller", "generated", "calm")
    audio = joined(client.text_to_speech.convert(own_voice.voice_id, text="Once upon a time."))
    assert seconds_of_mp3(audio) > 0.5
    labels = {"mood": "lively", "accent": "none"}
    assert strict(client.voices.update(own_voice.voice_id, name="After", description="Renamed.", labels=labels))
    changed = client.voices.get(own_voice.voice_id)
    assert (changed.name, changed.description, changed.labels) == ("After", "Renamed.", labels)
    assert client.voices.update(own_voice.voice_id, name="Only the name").status == "ok"
    changed = client.voices.get(own_voice.voice_id)
    assert (changed.name, changed.description, changed.labels) == ("Only the name", "Renamed.", labels)


def test_settings_are_kept(client, own_voice):
    default = strict(client.voices.settings.get_default())
    assert (default.stability, default.similarity_boost, default.speed) == (0.5, 0.75, 1)
    wanted = VoiceSettings(stability=0.3, speed=1.2, style=0.1)
    assert strict(client.voices.settings.update(own_voice.voice_id, request=wanted)).status == "ok"
    kept = strict(client.voices.settings.get(own_voice.voice_id))
    assert (kept.stability, kept.speed, kept.style) == (0.3, 1.2, 0.1)


def test_design_returns_three_previews_that_differ(client):
    answer = strict(client.text_to_voice.design(voice_description=DESCRIPTION, seed=7))
    audio = [base64.b64decode(preview.audio_base_64) for preview in answer.previews]
    assert len(set(audio)) == 3
    assert all(seconds_of_mp3(one) > 1 for one in audio)
    again = client.text_to_voice.create_previews(voice_description=DESCRIPTION, seed=7)
    assert [base64.b64decode(preview.audio_base_64) for preview in again.previews] == audio
    streamed = joined(client.text_to_voice.preview.stream(answer.previews[1].generated_voice_id))
    assert streamed == audio[1]


def test_collections(client, voice_id):
    collections = client.voices.collections
    made = strict(collections.create(title="Audiobooks", icon="book"))
    assert strict(collections.get(made.collection_id)).title == "Audiobooks"
    assert strict(collections.update(made.collection_id, title="Novels")).icon == "book"
    assert made.collection_id in [item.collection_id for item in strict(collections.list()).collections]
    strict(collections.add_voice(made.collection_id, voice_id))
    inside = client.voices.search(collection_id=made.collection_id)
    assert [voice.voice_id for voice in inside.voices] == [voice_id]
    strict(collections.remove_voice(made.collection_id, voice_id))
    assert client.voices.search(collection_id=made.collection_id).voices == []
    assert strict(collections.delete(made.collection_id)).collection_id == made.collection_id


def test_a_shipped_voice_speaks_under_its_own_id_after_it_is_added(client):
    library = strict(client.voices.get_shared(page_size=100)).voices
    wanted = next(voice for voice in library if voice.public_owner_id == "timbre")
    added = strict(client.voices.share(wanted.public_owner_id, wanted.voice_id, new_name="From the library"))
    assert added.voice_id == wanted.voice_id
    assert seconds_of_mp3(joined(client.text_to_speech.convert(added.voice_id, text="Added and heard."))) > 0.5


def test_similar_voices_are_found_by_a_recording(client):
    found = strict(client.voices.find_similar_voices(audio_file=("a.wav", recording()), top_k=3, similarity_threshold=2))
    assert 1 <= len(found.voices) <= 3


def test_accents(client):
    for accent in strict(client.voices.accents.get(language="en")).accents:
        assert accent.accent and accent.code


def test_a_deleted_voice_is_gone(client):
    preview = client.text_to_voice.design(voice_description=DESCRIPTION, seed=3).previews[0]
    voice = client.text_to_voice.create(
        voice_name="Gone", voice_description=DESCRIPTION, generated_voice_id=preview.generated_voice_id
    )
    assert strict(client.voices.delete(voice.voice_id)).status == "ok"
    with pytest.raises(ApiError) as raised:
        client.voices.get(voice.voice_id)
    assert raised.value.status_code == 404
