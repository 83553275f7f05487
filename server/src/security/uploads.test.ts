// File uploads: their number, size and content are checked, and their names and types are never trusted.
import { maxLexiconBytes } from "@timbre/contract/pronunciation/rules.ts";
import { makeFlacBomb, playlists } from "@timbre/engines/media/testing/hostile-files.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SeedUser } from "../../../seed/builders.ts";
import { type TestApp, testApp } from "../testing/test-app.ts";

let app: TestApp;
let user: SeedUser;
beforeAll(async () => {
	app = await testApp();
	user = await app.user({ tier: "enterprise" });
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
	const response = await fetch(app.url + path, { method: "POST", headers: { "xi-api-key": user.apiKey }, body: form });
	return { status: response.status, text: await response.text() };
}
const codeOf = ({ text }: { text: string }) => (JSON.parse(text) as { detail: { code?: string } }).detail.code;

const lexicon = (grapheme: string) =>
	`<?xml version="1.0" encoding="UTF-8"?><lexicon version="1.0" xmlns="http://www.w3.org/2005/01/pronunciation-lexicon" alphabet="ipa" xml:lang="en-US"><lexeme><grapheme>${grapheme}</grapheme><alias>said</alias></lexeme></lexicon>`;
const lexicons = "/v1/pronunciation-dictionaries/add-from-file";
const alignment = "/v1/forced-alignment";

describe("a file", () => {
	test("over the size limit is rejected, and nothing is stored", async () => {
		const bytes = "x".repeat(maxLexiconBytes + 1);
		const response = await send(lexicons, [
			["name", "Large"],
			["file", { bytes, name: "a.pls" }],
		]);
		expect([response.status, codeOf(response)]).toEqual([413, "payload_too_large"]);
		const stored = await app.get<{ pronunciation_dictionaries: unknown[] }>(
			"/v1/pronunciation-dictionaries",
			user.apiKey,
		);
		expect(stored.pronunciation_dictionaries).toEqual([]);
	});

	test("over the count limit is rejected", async () => {
		const file = { bytes: lexicon("one"), name: "a.pls" };
		const response = await send(lexicons, [
			["name", "Two"],
			["file", file],
			["file", file],
		]);
		expect(response.status).toBe(413);
	});

	test.each([
		["an HTML page", "<html><script>alert(1)</script></html>"],
		["a program", "\x7fELF\x02\x01\x01"],
		["an archive", "PK\x03\x04"],
		["empty", ""],
	])("that claims to be audio but is %s is rejected by its content", async (_what, bytes) => {
		const response = await send(alignment, [
			["text", "Hello."],
			["file", { bytes, name: "voice.mp3", type: "audio/mpeg" }],
		]);
		expect([response.status, codeOf(response)]).toEqual([400, "invalid_audio"]);
	});

	const hostile = {
		"a playlist": playlists("http://127.0.0.1:9").m3u8 ?? "",
		"FLAC of many hours": makeFlacBomb(10_000),
	};
	test.each(Object.entries(hostile))("that attacks the decoder is rejected: %s", async (_what, content) => {
		const response = await send(alignment, [
			["text", "Hello."],
			["file", { bytes: Uint8Array.from(Buffer.from(content as Uint8Array)), name: "voice.mp3", type: "audio/mpeg" }],
		]);
		expect([response.status, codeOf(response)]).toEqual([400, "invalid_audio"]);
	});

	test.each([
		"../../../../etc/cron.d/x",
		"..\\..\\x.pls",
		"/etc/passwd",
		"a\0b.pls",
		"CON",
		".htaccess",
		"x".repeat(300),
	])("named %j causes no internal error, and its name is never used as a path", async (name) => {
		const response = await send(lexicons, [
			["name", "Named"],
			["file", { bytes: lexicon("word"), name }],
		]);
		expect(response.status).toBeLessThan(500);
		// Random ids may contain any short word.
		const body = response.text.replaceAll(/"[0-9A-Za-z]{20}"/g, '"…"');
		expect(body).not.toMatch(/etc|htaccess|\.pls/);
		for (const prefix of ["history", "takes", "etc", "x"]) expect(await app.storage.list(prefix)).toEqual([]);
	});

	test("with XML entities is rejected", async () => {
		const bombs = [
			'<!DOCTYPE lexicon [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
			'<!DOCTYPE lexicon [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>',
		];
		for (const bomb of bombs) {
			const bytes = lexicon("&b;").replace("?>", `?>${bomb}`);
			const response = await send(lexicons, [
				["name", "Bomb"],
				["file", { bytes, name: "a.pls" }],
			]);
			expect([response.status, codeOf(response)]).toEqual([400, "invalid_lexicon"]);
		}
	});
});

test.each(["__proto__", "constructor", "prototype"])("a form field named %s is rejected", async (name) => {
	const response = await send(lexicons, [
		["name", "Named"],
		[name, "polluted"],
	]);
	expect([response.status, codeOf(response)]).toEqual([400, "invalid_request"]);
	expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

test("form data instead of JSON, and JSON instead of form data, are rejected", async () => {
	expect((await send("/v1/user/api-keys", [["name", "Key"]])).status).toBe(422);
	const response = await fetch(app.url + lexicons, {
		method: "POST",
		headers: { "xi-api-key": user.apiKey, "content-type": "application/json" },
		body: '{"name":"No form"}',
	});
	expect(response.status).toBe(415);
});
