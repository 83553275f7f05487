# pronunciation_dictionaries, all nine methods.
import pytest
from elevenlabs.core.api_error import ApiError
from elevenlabs.pronunciation_dictionaries.rules import (
    PronunciationDictionaryRule_Alias as Alias,
)
from elevenlabs.pronunciation_dictionaries.rules import (
    PronunciationDictionaryRule_Phoneme as Phoneme,
)
from support import joined, strict

RULES = [
    Alias(string_to_replace="Timbre", alias="tamber", case_sensitive=True, word_boundaries=True),
    Phoneme(string_to_replace="Nguyen", phoneme="W IH1 N", alphabet="cmu-arpabet"),
]
LEXICON = """<?xml version="1.0" encoding="UTF-8"?>
<lexicon version="1.0" xmlns="http://www.w3.org/2005/01/pronunciation-lexicon" alphabet="ipa" xml:lang="en-GB">
  <lexeme><grapheme>Apple</grapheme><phoneme>ˈæpl̩</phoneme></lexeme>
  <lexeme><grapheme>UN</grapheme><alias>United Nations</alias></lexeme>
</lexicon>"""


@pytest.fixture
def dictionaries(client):
    return client.pronunciation_dictionaries


def test_create_from_rules_and_get(dictionaries):
    made = strict(dictionaries.create_from_rules(name="From rules", description="Names", rules=RULES))
    assert (made.name, made.description, made.version_rules_num) == ("From rules", "Names", 2)
    found = strict(dictionaries.get(made.id))
    assert (found.latest_version_id, found.latest_version_rules_num) == (made.version_id, 2)
    alias, phoneme = found.rules
    assert (alias.type, alias.string_to_replace, alias.alias) == ("alias", "Timbre", "tamber")
    assert (phoneme.type, phoneme.phoneme, phoneme.alphabet) == ("phoneme", "W IH1 N", "cmu-arpabet")


def test_an_uploaded_file_can_be_downloaded(dictionaries):
    file = ("words.pls", LEXICON.encode(), "application/pls+xml")
    made = strict(dictionaries.create_from_file(name="From a file", file=file))
    assert made.version_rules_num == 2
    text = joined(dictionaries.download(made.id, made.version_id)).decode()
    assert "<grapheme>UN</grapheme>" in text
    again = dictionaries.create_from_file(name="Copy", file=("copy.pls", text.encode()))
    assert dictionaries.get(again.id).rules == dictionaries.get(made.id).rules


def test_each_change_of_the_rules_creates_a_version(dictionaries):
    made = dictionaries.create_from_rules(name="Changing", rules=[])
    versions = [
        strict(dictionaries.rules.set(made.id, rules=RULES)),
        strict(dictionaries.rules.add(made.id, rules=[Alias(string_to_replace="GIF", alias="jif")])),
        strict(dictionaries.rules.remove(made.id, rule_strings=["Timbre"])),
    ]
    assert [version.version_rules_num for version in versions] == [2, 3, 2]
    assert len({made.version_id, *(version.version_id for version in versions)}) == 4
    found = dictionaries.get(made.id)
    assert found.latest_version_id == versions[2].version_id
    assert [rule.string_to_replace for rule in found.rules] == ["Nguyen", "GIF"]
    assert b"Timbre" in joined(dictionaries.download(made.id, versions[1].version_id))


def test_update_renames_and_archives_and_list_pages_by_cursor(dictionaries):
    one, two, three = (dictionaries.create_from_rules(name=f"Page {number}", rules=[]).id for number in (1, 2, 3))
    changed = strict(dictionaries.update(one, name="Renamed", archived=True))
    assert changed.name == "Renamed"
    assert changed.archived_time_unix
    first = strict(dictionaries.list(page_size=1, sort="creation_time_unix", sort_direction="DESCENDING"))
    assert (first.has_more, [item.id for item in first.pronunciation_dictionaries]) == (True, [three])
    second = dictionaries.list(page_size=2, cursor=first.next_cursor)
    assert [item.id for item in second.pronunciation_dictionaries] == [two, one]
    present = dictionaries.list(include_archived=False, page_size=100)
    assert one not in [item.id for item in present.pronunciation_dictionaries]


def test_an_unknown_dictionary_is_a_404(dictionaries):
    with pytest.raises(ApiError) as raised:
        dictionaries.get("doesNotExist00000000")
    assert raised.value.status_code == 404
    assert raised.value.body["detail"]["status"] == "pronunciation_dictionary_not_found"
