import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "../../testing/test-app.ts";
import { createRuleLoader, type LoadRules } from "./pronunciation.public.ts";

type Created = { id: string; version_id: string; version_rules_num: number };
type Rule = { type: string; string_to_replace: string; alias?: string };
type Dictionary = {
	id: string;
	name: string;
	latest_version_id: string;
	rules: Rule[];
	archived_time_unix: number | null;
};
type Page = { pronunciation_dictionaries: Dictionary[]; next_cursor: string | null; has_more: boolean };
type Locators = {
	pronunciation_dictionary_locators: { pronunciation_dictionary_id: string; version_id: string | null }[];
};

let app: TestApp;
let loadRules: LoadRules;
beforeAll(async () => {
	app = await testApp();
	loadRules = createRuleLoader(app.db);
});
afterAll(async () => app.stop());

const base = "/v1/pronunciation-dictionaries";
const alias = (string_to_replace: string, replacement: string, more = {}) => ({
	type: "alias",
	string_to_replace,
	alias: replacement,
	...more,
});

async function send(method: string, path: string, apiKey: string, body: unknown) {
	const answer = await fetch(app.url + path, {
		method,
		headers: { "xi-api-key": apiKey, "content-type": "application/json" },
		body: JSON.stringify(body),
	});
	return { status: answer.status, body: (await answer.json()) as never };
}

async function must<T>(method: string, path: string, apiKey: string, body: unknown): Promise<T> {
	const answer = await send(method, path, apiKey, body);
	expect(answer).toMatchObject({ status: 200 });
	return answer.body;
}

const create = (apiKey: string, name: string, rules: unknown[] = []) =>
	must<Created>("POST", `${base}/add-from-rules`, apiKey, { name, rules });
const get = (apiKey: string, id: string) => app.get<Dictionary>(`${base}/${id}`, apiKey);
const aliases = (rules: Rule[]) => rules.map((rule) => `${rule.string_to_replace}=${rule.alias}`);
const lexicon = async (apiKey: string, id: string, version: string) => {
	const answer = await fetch(`${app.url}${base}/${id}/${version}/download`, { headers: { "xi-api-key": apiKey } });
	return {
		status: answer.status,
		type: answer.headers.get("content-type"),
		name: answer.headers.get("content-disposition"),
		text: await answer.text(),
	};
};

async function upload(apiKey: string, name: string, file?: string | Uint8Array<ArrayBuffer>) {
	const form = new FormData();
	form.set("name", name);
	if (file !== undefined) form.set("file", new Blob([file]), "words.pls");
	const answer = await fetch(`${app.url}${base}/add-from-file`, {
		method: "POST",
		headers: { "xi-api-key": apiKey },
		body: form,
	});
	return { status: answer.status, body: (await answer.json()) as never };
}

test("PRON-001 PRON-004 creates a dictionary from rules and returns it with defaults filled in", async () => {
	const { apiKey, userId } = await app.user();
	const created = await create(apiKey, "Brands", [
		alias("Timbre", "tamber"),
		{ type: "phoneme", string_to_replace: "Nguyen", phoneme: "wɪn", alphabet: "ipa", case_sensitive: false },
	]);
	expect(created).toMatchObject({
		name: "Brands",
		created_by: userId,
		version_rules_num: 2,
		permission_on_resource: "admin",
	});
	expect(await get(apiKey, created.id)).toMatchObject({
		id: created.id,
		latest_version_id: created.version_id,
		latest_version_rules_num: 2,
		archived_time_unix: null,
		description: null,
		rules: [
			{ type: "alias", string_to_replace: "Timbre", alias: "tamber", case_sensitive: true, word_boundaries: true },
			{ type: "phoneme", string_to_replace: "Nguyen", phoneme: "wɪn", alphabet: "ipa", case_sensitive: false },
		],
	});
});

test("every change creates a version, and older versions stay available", async () => {
	const { apiKey, workspaceId } = await app.user();
	const { id, version_id: first } = await create(apiKey, "Names", [alias("a", "1"), alias("b", "2")]);
	const change = (verb: string, body: unknown) => must<Created>("POST", `${base}/${id}/${verb}`, apiKey, body);
	const added = await change("add-rules", { rules: [alias("b", "two"), alias("c", "3")] });
	expect(added).toEqual({ id, version_id: added.version_id, version_rules_num: 3 });
	expect(aliases((await get(apiKey, id)).rules)).toEqual(["a=1", "b=two", "c=3"]);
	await change("remove-rules", { rule_strings: ["a", "no such rule"] });
	expect(aliases((await get(apiKey, id)).rules)).toEqual(["b=two", "c=3"]);
	await change("set-rules", { rules: [alias("z", "26")] });
	expect(aliases((await get(apiKey, id)).rules)).toEqual(["z=26"]);

	const old = await lexicon(apiKey, id, first);
	expect(old).toMatchObject({ status: 200, type: "text/plain; charset=utf-8", name: 'inline; filename="Names.pls"' });
	expect(old.text).toContain("<grapheme>a</grapheme>");
	expect(old.text).not.toContain("two");
	const rules = await loadRules(workspaceId, [{ pronunciation_dictionary_id: id, version_id: first }]);
	expect(rules.map((rule) => rule.match)).toEqual(["a", "b"]);

	const { versions } = await app.get<{ versions: { version_number: number; version_id: string }[] }>(
		`${base}/${id}/versions`,
		apiKey,
	);
	expect(versions.map((version) => version.version_number)).toEqual([4, 3, 2, 1]);
	expect(versions[3]?.version_id).toBe(first);
	const restored = await change(`versions/${first}/restore`, {});
	expect(restored.version_id).not.toBe(first);
	expect(aliases((await get(apiKey, id)).rules)).toEqual(["a=1", "b=2"]);
});

test("lists versions in pages", async () => {
	const { apiKey } = await app.user();
	const { id } = await create(apiKey, "Many");
	for (let i = 0; i < 4; i++) await must("POST", `${base}/${id}/set-rules`, apiKey, { rules: [] });
	type Versions = { versions: { version_number: number }[]; has_more: boolean };
	const page = await app.get<Versions>(`${base}/${id}/versions?page_size=2&before_version_number=4`, apiKey);
	expect(page).toMatchObject({ versions: [{ version_number: 3 }, { version_number: 2 }], has_more: true });
});

test("concurrent changes lose no rules", async () => {
	const { apiKey } = await app.user();
	const { id } = await create(apiKey, "Busy");
	await Promise.all(
		Array.from({ length: 12 }, (_, i) =>
			must("POST", `${base}/${id}/add-rules`, apiKey, { rules: [alias(`w${i}`, "x")] }),
		),
	);
	expect((await get(apiKey, id)).rules).toHaveLength(12);
});

test("of two rules for the same text the first applies, and both are stored if they match differently", async () => {
	const { apiKey } = await app.user();
	const created = await create(apiKey, "Twice", [
		alias("US", "United States"),
		alias("US", "never"),
		alias("US", "us", { case_sensitive: false }),
	]);
	expect(created.version_rules_num).toBe(2);
	expect(aliases((await get(apiKey, created.id)).rules)).toEqual(["US=United States", "US=us"]);
});

test("imports a lexicon file, and its download imports with the same rules", async () => {
	const { apiKey } = await app.user();
	const text = `<lexicon version="1.0" alphabet="ipa"><lexeme><grapheme>GIF</grapheme><alias>jif</alias></lexeme></lexicon>`;
	const created = await upload(apiKey, "Pictures", text);
	expect(created).toMatchObject({ status: 200, body: { name: "Pictures", version_rules_num: 1 } });
	const { id, version_id } = created.body as Created;
	const again = await upload(apiKey, "Copy", (await lexicon(apiKey, id, version_id)).text);
	expect((await get(apiKey, (again.body as Created).id)).rules).toEqual((await get(apiKey, id)).rules);
	expect(await upload(apiKey, "Empty")).toMatchObject({ status: 200, body: { version_rules_num: 0 } });
});

test("rejects an invalid or too large lexicon and creates nothing", async () => {
	const { apiKey } = await app.user();
	expect(await upload(apiKey, "Bomb", '<!DOCTYPE x [<!ENTITY a "b">]><lexicon>&a;</lexicon>')).toMatchObject({
		status: 400,
		body: { detail: { code: "invalid_lexicon", message: expect.stringContaining("document types") } },
	});
	expect(await upload(apiKey, "Bytes", Uint8Array.of(255, 254, 253))).toMatchObject({ status: 400 });
	expect(await upload(apiKey, "Large", " ".repeat(5_300_000))).toMatchObject({
		status: 413,
		body: { detail: { code: "payload_too_large" } },
	});
	expect(await upload(apiKey, " ", "<lexicon/>")).toMatchObject({ status: 422 });
	expect((await app.get<Page>(base, apiKey)).pronunciation_dictionaries).toEqual([]);
});

test.each([
	["an unknown type", { type: "sing", string_to_replace: "a", alias: "b" }, "type"],
	["nothing to replace", alias(" ", "b"), "string_to_replace"],
	["text that is too long", alias("a".repeat(201), "b"), "string_to_replace"],
	["a control character", alias("a\u0000", "b"), "string_to_replace"],
	["a lone surrogate", alias("\ud800", "b"), "string_to_replace"],
	["an empty alias", alias("a", ""), "alias"],
	["an unknown alphabet", { type: "phoneme", string_to_replace: "a", phoneme: "a", alphabet: "sampa" }, "alphabet"],
	["an unknown phone", { type: "phoneme", string_to_replace: "a", phoneme: "XX0", alphabet: "cmu-arpabet" }, "phoneme"],
	["markup as phonemes", { type: "phoneme", string_to_replace: "a", phoneme: "a<b>", alphabet: "ipa" }, "phoneme"],
])("rejects a rule with %s and names the field", async (_, rule, field) => {
	const { apiKey } = await app.user();
	const answer = await send("POST", `${base}/add-from-rules`, apiKey, {
		name: "Bad",
		rules: [alias("ok", "fine"), rule],
	});
	expect(answer.status).toBe(422);
	expect(answer.body).toMatchObject({ detail: { errors: [{ loc: ["body", "rules", 1, field] }] } });
});

test("limits a dictionary to 10,000 rules, however they are added", async () => {
	const { apiKey } = await app.user();
	const many = (from: number, count: number) => Array.from({ length: count }, (_, i) => alias(`w${from + i}`, "x"));
	expect(await send("POST", `${base}/add-from-rules`, apiKey, { name: "All", rules: many(0, 10_001) })).toMatchObject({
		status: 422,
		body: { detail: { errors: [{ msg: "A dictionary can have at most 10000 rules." }] } },
	});
	const { id } = await create(apiKey, "All", many(0, 10_000));
	expect(await send("POST", `${base}/${id}/add-rules`, apiKey, { rules: many(9_999, 2) })).toMatchObject({
		status: 400,
		body: { detail: { code: "too_many_rules" } },
	});
	expect(await send("POST", `${base}/${id}/add-rules`, apiKey, { rules: many(9_999, 1) })).toMatchObject({
		status: 200,
	});
});

test("pages and sorts the list, and includes archived dictionaries if requested", async () => {
	const [{ apiKey }, other] = [await app.user(), await app.user()];
	await create(other.apiKey, "Somebody else's");
	const ids: string[] = [];
	for (const name of ["beta", "Alpha", "delta", "Gamma", "epsilon"]) ids.push((await create(apiKey, name)).id);
	const names = async (query: string) => {
		const seen: string[] = [];
		let cursor = "";
		for (;;) {
			const page = await app.get<Page>(`${base}?page_size=2${query}${cursor}`, apiKey);
			seen.push(...page.pronunciation_dictionaries.map((one) => one.name));
			expect(page.has_more).toBe(page.next_cursor !== null);
			if (page.next_cursor === null) return seen;
			cursor = `&cursor=${page.next_cursor}`;
		}
	};
	expect(await names("")).toEqual(["epsilon", "Gamma", "delta", "Alpha", "beta"]);
	expect(await names("&sort_direction=ASCENDING")).toEqual(["beta", "Alpha", "delta", "Gamma", "epsilon"]);
	expect(await names("&sort=name&sort_direction=asc")).toEqual(["Alpha", "beta", "delta", "epsilon", "Gamma"]);
	expect(await names("&sort=name")).toEqual(["Gamma", "epsilon", "delta", "beta", "Alpha"]);
	await must("PATCH", `${base}/${ids[0]}`, apiKey, { archived: true });
	expect(await names("&include_archived=false")).toEqual(["epsilon", "Gamma", "delta", "Alpha"]);
	expect(await names("&include_archived=true")).toHaveLength(5);
	expect((await send("GET", `${base}?sort_direction=sideways`, apiKey, undefined)).status).toBe(422);
});

test("renaming and archiving do not change the rules or the version", async () => {
	const { apiKey } = await app.user();
	const { id, version_id } = await create(apiKey, "Old name", [alias("a", "b")]);
	expect(await must("PATCH", `${base}/${id}`, apiKey, { name: "New name", archived: true })).toMatchObject({
		name: "New name",
		latest_version_id: version_id,
		archived_time_unix: expect.any(Number),
	});
	expect(await must("PATCH", `${base}/${id}`, apiKey, { archived: false })).toMatchObject({ archived_time_unix: null });
	expect(await must("PATCH", `${base}/${id}`, apiKey, {})).toMatchObject({ name: "New name" });
});

test("PRON-002 PRON-003 a workspace stores its default dictionaries in order, each with an optional version", async () => {
	const { apiKey, workspaceId } = await app.user();
	const path = "/v1/workspace/pronunciation-dictionary-locators";
	const first = await create(apiKey, "First", [alias("a", "1")]);
	const second = await create(apiKey, "Second", [alias("b", "2")]);
	expect(await app.get<Locators>(path, apiKey)).toEqual({ pronunciation_dictionary_locators: [] });
	expect(await loadRules(workspaceId, undefined)).toEqual([]);
	const locators = [
		{ pronunciation_dictionary_id: second.id, version_id: second.version_id },
		{ pronunciation_dictionary_id: first.id, version_id: null },
	];
	await must("PUT", path, apiKey, { pronunciation_dictionary_locators: locators });
	expect(await app.get<Locators>(path, apiKey)).toEqual({ pronunciation_dictionary_locators: locators });

	await must("POST", `${base}/${first.id}/set-rules`, apiKey, { rules: [alias("new", "n")] });
	await must("POST", `${base}/${second.id}/set-rules`, apiKey, { rules: [] });
	// The second is pinned to a version, the first uses the latest.
	expect((await loadRules(workspaceId, undefined)).map((rule) => rule.match)).toEqual(["b", "new"]);

	await must("PATCH", `${base}/${second.id}`, apiKey, { archived: true });
	expect((await app.get<Locators>(path, apiKey)).pronunciation_dictionary_locators).toEqual([locators[1]]);
	expect(await send("PUT", path, apiKey, { pronunciation_dictionary_locators: locators })).toMatchObject({
		status: 400,
	});
});

test("rejects unknown, foreign and duplicate dictionaries as defaults", async () => {
	const [mine, theirs] = [await app.user(), await app.user()];
	const path = "/v1/workspace/pronunciation-dictionary-locators";
	const [own, foreign] = [await create(mine.apiKey, "Own"), await create(theirs.apiKey, "Foreign")];
	const choose = (...pronunciation_dictionary_locators: unknown[]) =>
		send("PUT", path, mine.apiKey, { pronunciation_dictionary_locators });
	const id = { pronunciation_dictionary_id: own.id };
	expect((await choose({ pronunciation_dictionary_id: foreign.id })).status).toBe(404);
	expect((await choose(id, { pronunciation_dictionary_id: "nothing" })).status).toBe(404);
	expect((await choose({ ...id, version_id: foreign.version_id })).status).toBe(404);
	expect((await choose(id, id)).status).toBe(422);
	expect(await app.get<Locators>(path, mine.apiKey)).toEqual({ pronunciation_dictionary_locators: [] });
	expect((await choose(id)).status).toBe(200);
});

test("loads rules in the order of their locators, cached, and never for another workspace", async () => {
	const [mine, theirs] = [await app.user(), await app.user()];
	const [one, two] = [
		await create(mine.apiKey, "One", [alias("a", "1")]),
		await create(mine.apiKey, "Two", [alias("b", "2")]),
	];
	const locators = [{ pronunciation_dictionary_id: two.id }, { pronunciation_dictionary_id: one.id, version_id: null }];
	const rules = await loadRules(mine.workspaceId, locators);
	expect(rules.map((rule) => rule.match)).toEqual(["b", "a"]);
	expect(await loadRules(mine.workspaceId, locators)).toBe(rules);
	await expect(loadRules(theirs.workspaceId, locators)).rejects.toMatchObject({
		code: "pronunciation_dictionary_not_found",
	});
	await expect(
		loadRules(mine.workspaceId, [{ pronunciation_dictionary_id: one.id, version_id: two.version_id }]),
	).rejects.toMatchObject({ code: "pronunciation_dictionary_not_found" });
	expect(await loadRules(mine.workspaceId, [])).toEqual([]);
});

test("members have the access that the creator allowed", async () => {
	const owner = await app.user();
	const editor = await app.user();
	// Join the same workspace, as an invitation would.
	await app.db
		.updateTable("workspace_member")
		.set({ workspace_id: owner.workspaceId, role: "editor" })
		.where("user_id", "=", editor.userId)
		.execute();
	await app.db
		.updateTable("api_key")
		.set({ workspace_id: owner.workspaceId })
		.where("user_id", "=", editor.userId)
		.execute();
	const locked = await must<Created>("POST", `${base}/add-from-rules`, owner.apiKey, {
		name: "Locked",
		rules: [],
		workspace_access: "viewer",
	});
	const open = await create(owner.apiKey, "Open");
	expect(await get(editor.apiKey, locked.id)).toMatchObject({ permission_on_resource: "viewer" });
	expect(await get(editor.apiKey, open.id)).toMatchObject({ permission_on_resource: "editor" });
	expect(await send("POST", `${base}/${locked.id}/set-rules`, editor.apiKey, { rules: [] })).toMatchObject({
		status: 403,
	});
	expect(await send("POST", `${base}/${open.id}/set-rules`, editor.apiKey, { rules: [] })).toMatchObject({
		status: 200,
	});
});
