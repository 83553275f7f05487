// Files that are sent to us: how many, how large, what is in them, and that nothing of their names or types is believed.
import { maxLexiconBytes } from "@timbre/contract/pronunciation.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Person } from "../../../seed/builders.ts";
import { type TestApp, testApp } from "../testing/test-app.ts";

let app: TestApp;
let person: Person;
beforeAll(async () => {
	app = await testApp();
	person = await app.person({ tier: "enterprise" });
});
afterAll(async () => app.stop());

type Part = string | { bytes: string | Uint8Array<ArrayBuffer>; name: string; type?: string };

async function send(
	path: string,
	parts: readonly (readonly [string, Part])[],
): Promise<{ status: number; text: string }> {
	const form = new FormData();
	for (const [name, part] of parts) {
		if (typeof part === "string") form.append(name, part);
		else form.append(name, new Blob([part.bytes], { type: part.type ?? "application/octet-stream" }), part.name);
	}
	const answer = await fetch(app.url + path, { method: "POST", headers: { "xi-api-key": person.apiKey }, body: form });
	return { status: answer.status, text: await answer.text() };
}
const codeOf = ({ text }: { text: string }) => (JSON.parse(text) as { detail: { code?: string } }).detail.code;

const lexicon = (grapheme: string) =>
	`<?xml version="1.0" encoding="UTF-8"?><lexicon version="1.0" xmlns="http://www.w3.org/2005/01/pronunciation-lexicon" alphabet="ipa" xml:lang="en-US"><lexeme><grapheme>${grapheme}</grapheme><alias>said</alias></lexeme></lexicon>`;
const lexicons = "/v1/pronunciation-dictionaries/add-from-file";
const alignment = "/v1/forced-alignment";

describe("a file", () => {
	test("larger than its call takes is refused, and nothing of it is kept", async () => {
		const bytes = "x".repeat(maxLexiconBytes + 1);
		const answer = await send(lexicons, [
			["name", "Large"],
			["file", { bytes, name: "a.pls" }],
		]);
		expect([answer.status, codeOf(answer)]).toEqual([413, "payload_too_large"]);
		const kept = await app.get<{ pronunciation_dictionaries: unknown[] }>(
			"/v1/pronunciation-dictionaries",
			person.apiKey,
		);
		expect(kept.pronunciation_dictionaries).toEqual([]);
	});

	test("too many are refused", async () => {
		const file = { bytes: lexicon("one"), name: "a.pls" };
		const answer = await send(lexicons, [
			["name", "Two"],
			["file", file],
			["file", file],
		]);
		expect(answer.status).toBe(413);
	});

	test.each([
		["a page", "<html><script>alert(1)</script></html>"],
		["a program", "\x7fELF\x02\x01\x01"],
		["an archive", "PK\x03\x04"],
		["nothing", ""],
	])("that says it is sound and is %s is refused by what is in it", async (_what, bytes) => {
		const answer = await send(alignment, [
			["text", "Hello."],
			["file", { bytes, name: "voice.mp3", type: "audio/mpeg" }],
		]);
		expect([answer.status, codeOf(answer)]).toEqual([400, "invalid_audio"]);
	});

	test.each([
		"../../../../etc/cron.d/x",
		"..\\..\\x.pls",
		"/etc/passwd",
		"a\0b.pls",
		"CON",
		".htaccess",
		"x".repeat(300),
	])("called %j is read, and its name becomes no path and no name of anything", async (name) => {
		const answer = await send(lexicons, [
			["name", "Named"],
			["file", { bytes: lexicon("word"), name }],
		]);
		expect(answer.status).toBeLessThan(500);
		// Ids are random letters, in which any short word may stand.
		const said = answer.text.replaceAll(/"[0-9A-Za-z]{20}"/g, '"…"');
		expect(said).not.toMatch(/etc|htaccess|\.pls/);
		for (const place of ["history", "takes", "etc", "x"]) expect(await app.storage.list(place)).toEqual([]);
	});

	test("that would fetch or grow by its own words is refused", async () => {
		const bombs = [
			'<!DOCTYPE lexicon [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
			'<!DOCTYPE lexicon [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>',
		];
		for (const bomb of bombs) {
			const bytes = lexicon("&b;").replace("?>", `?>${bomb}`);
			const answer = await send(lexicons, [
				["name", "Bomb"],
				["file", { bytes, name: "a.pls" }],
			]);
			expect([answer.status, codeOf(answer)]).toEqual([400, "invalid_lexicon"]);
		}
	});
});

test.each(["__proto__", "constructor", "prototype"])("a part of a form called %s is refused", async (name) => {
	const answer = await send(lexicons, [
		["name", "Named"],
		[name, "polluted"],
	]);
	expect([answer.status, codeOf(answer)]).toEqual([400, "invalid_request"]);
	expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

test("a form where JSON is asked for, and JSON where a form is, are refused", async () => {
	expect((await send("/v1/user/api-keys", [["name", "Key"]])).status).toBe(422);
	const answer = await fetch(app.url + lexicons, {
		method: "POST",
		headers: { "xi-api-key": person.apiKey, "content-type": "application/json" },
		body: '{"name":"No form"}',
	});
	expect(answer.status).toBe(415);
});
