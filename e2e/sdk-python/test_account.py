# models, user, usage and tokens.
import time

from support import eventually, joined, strict


def test_models_list(client):
    models = strict(client.models.list())
    assert models[0].model_id == "test_tone"
    assert models[0].can_do_text_to_speech
    assert models[0].languages[0].name


def test_user_and_subscription(client):
    user = strict(client.user.get())
    assert (user.user_id != "", user.subscription.tier) == (True, "creator")
    subscription = strict(client.user.subscription.get())
    assert (subscription.tier, subscription.character_limit) == ("creator", 50_000)


def test_usage_counts_characters(client, voice_id):
    def total():
        now = int(time.time() * 1000)
        window = {"start_unix": now - 86_400_000, "end_unix": now + 60_000}
        usage = strict(client.usage.get(**window, aggregation_interval="cumulative")).usage
        return sum(usage.get("All", []))

    before = total()
    text = "Usage is counted in characters."
    joined(client.text_to_speech.convert(voice_id, text=text))
    after = before + len(text)
    assert eventually(total, lambda one: one == after) == after


def test_single_use_tokens_differ(client):
    first = strict(client.tokens.single_use.create("tts_websocket"))
    second = client.tokens.single_use.create("realtime_scribe")
    assert len(first.token) >= 20
    assert second.token != first.token
