// Official client: all nine methods of pronunciationDictionaries.
import { ElevenLabsClient, ElevenLabsError } from "@elevenlabs/elevenlabs-js";
import { expect, inject, test } from "vitest";

const server = inject("sdkServer");
const client = new ElevenLabsClient({ apiKey: server.apiKey, baseUrl: server.url, maxRetries: 0 });
const dictionaries = client.pronunciationDictionaries;
const rules = [
	{ type: "alias", stringToReplace: "Timbre", alias: "tamber", caseSensitive: true, wordBoundaries: true },
	{ type: "phoneme", stringToReplace: "Nguyen", phoneme: "W IH1 N", alphabet: "cmu-arpabet" },
] as const;

async function textOf(stream: ReadableStream<Uint8Array>): Promise<string> {
	const parts: Uint8Array[] = [];
	for await (const part of stream) parts.push(part);
	return Buffer.concat(parts).toString("utf8");
}

test("pronunciationDictionaries.createFromRules and get", async () => {
	const created = await dictionaries.createFromRules({ name: "From rules", description: "Names", rules: [...rules] });
	expect(created).toEqual({
		id: expect.any(String),
		name: "From rules",
		createdBy: expect.any(String),
		creationTimeUnix: expect.any(Number),
		versionId: expect.any(String),
		versionRulesNum: 2,
		description: "Names",
		permissionOnResource: "admin",
	});
	expect(await dictionaries.get(created.id)).toMatchObject({
		id: created.id,
		latestVersionId: created.versionId,
		latestVersionRulesNum: 2,
		rules: [rules[0], { ...rules[1], caseSensitive: true, wordBoundaries: true }],
	});
});

test("pronunciationDictionaries.createFromFile and download: an uploaded lexicon can be downloaded", async () => {
	const lexicon = `<?xml version="1.0" encoding="UTF-8"?>
<lexicon version="1.0" xmlns="http://www.w3.org/2005/01/pronunciation-lexicon" alphabet="ipa" xml:lang="en-GB">
  <lexeme><grapheme>Apple</grapheme><phoneme>ˈæpl̩</phoneme></lexeme>
  <lexeme><grapheme>UN</grapheme><alias>United Nations</alias></lexeme>
</lexicon>`;
	const created = await dictionaries.createFromFile({
		name: "From a file",
		file: new File([lexicon], "words.pls", { type: "application/pls+xml" }),
	});
	expect(created).toMatchObject({ name: "From a file", versionRulesNum: 2 });
	const text = await textOf(await dictionaries.download(created.id, created.versionId ?? ""));
	expect(text).toContain("<grapheme>UN</grapheme>");
	const again = await dictionaries.createFromFile({ name: "Copy", file: new File([text], "copy.pls") });
	expect((await dictionaries.get(again.id)).rules).toEqual((await dictionaries.get(created.id)).rules);
});

test("pronunciationDictionaries.rules.set, rules.add and rules.remove each create a version", async () => {
	const { id, versionId } = await dictionaries.createFromRules({ name: "Changing", rules: [] });
	const set = await dictionaries.rules.set(id, { rules: [...rules] });
	const added = await dictionaries.rules.add(id, { rules: [{ type: "alias", stringToReplace: "GIF", alias: "jif" }] });
	const removed = await dictionaries.rules.remove(id, { ruleStrings: ["Timbre"] });
	expect([set, added, removed].map((version) => version.versionRulesNum)).toEqual([2, 3, 2]);
	expect(new Set([versionId, set.versionId, added.versionId, removed.versionId]).size).toBe(4);
	const { latestVersionId, rules: left } = await dictionaries.get(id);
	expect(latestVersionId).toBe(removed.versionId);
	expect(left.map((rule) => rule.stringToReplace)).toEqual(["Nguyen", "GIF"]);
	expect(await textOf(await dictionaries.download(id, added.versionId))).toContain("Timbre");
});

test("pronunciationDictionaries.update renames and archives, pronunciationDictionaries.list pages with a cursor", async () => {
	const ids: string[] = [];
	for (const name of ["Page one", "Page two", "Page three"]) {
		ids.push((await dictionaries.createFromRules({ name, rules: [] })).id);
	}
	expect(await dictionaries.update(ids[0] ?? "", { name: "Renamed", archived: true })).toMatchObject({
		name: "Renamed",
		archivedTimeUnix: expect.any(Number),
	});
	const first = await dictionaries.list({ pageSize: 1, sort: "creation_time_unix", sortDirection: "DESCENDING" });
	expect(first).toMatchObject({ hasMore: true, pronunciationDictionaries: [{ id: ids[2], name: "Page three" }] });
	const second = await dictionaries.list({ pageSize: 2, cursor: first.nextCursor ?? "" });
	expect(second.pronunciationDictionaries.map((one) => one.id)).toEqual([ids[1], ids[0]]);
	const present = await dictionaries.list({ includeArchived: false, pageSize: 100 });
	expect(present.pronunciationDictionaries.map((one) => one.id)).not.toContain(ids[0]);
});

test("404: an unknown dictionary", async () => {
	const error = await dictionaries.get("doesNotExist00000000").catch((thrown: unknown) => thrown);
	expect(error).toBeInstanceOf(ElevenLabsError);
	expect(error).toMatchObject({ statusCode: 404, body: { detail: { status: "pronunciation_dictionary_not_found" } } });
});
