import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aPublication, aVoice, type SeedUser } from "../../../../../seed/builders.ts";
import { openSocket } from "../../../testing/socket-client.ts";
import { type TestApp, testApp } from "../../../testing/test-app.ts";
import { loadModerator } from "./moderation-list.service.ts";

type ErrorBody = { detail: { code: string; message: string } };

let app: TestApp;
let folder: string;
let owner: SeedUser;
let guest: SeedUser;
let original: string;
let copy: string;
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), "timbre-moderation-"));
	const list = join(folder, "list.txt");
	await writeFile(list, "politics: vote for ... on tuesday\n-fraud\n");
	app = await testApp({ env: { MODERATION_LIST: list } });
	owner = await app.user({ credits: 10_000 });
	guest = await app.user({ credits: 10_000 });
	original = (await aVoice(app.db, app.storage, owner, { name: "Original" })).voiceId;
	await aPublication(app.db, owner, original, { liveModeration: true });
	const lent = { name: "Ada", origin: "library", publicationId: original, sourceVoiceId: original } as const;
	copy = (await aVoice(app.db, app.storage, guest, lent)).voiceId;
});
afterAll(async () => {
	await app.stop();
	await rm(folder, { recursive: true, force: true });
});

async function speak(person: SeedUser, voiceId: string, text: string, more: object = {}) {
	const answer = await app.postJson(`/v1/text-to-speech/${voiceId}/stream?output_format=pcm_16000`, person.apiKey, {
		text,
		...more,
	});
	if (answer.ok) return `${(await answer.arrayBuffer()).byteLength > 0 ? "spoken" : "silent"}`;
	const { detail } = (await answer.json()) as ErrorBody;
	return `${answer.status} ${detail.code}: ${detail.message}`;
}
const moderation = (enabled: boolean) =>
	app.db
		.updateTable("voice_publication")
		.set({ live_moderation_enabled: enabled })
		.where("id", "=", original)
		.execute();

test("rejects a threat for a voice under live moderation, quotes it and charges nothing", async () => {
	const before = await app.ledger(guest.workspaceId);
	expect(await speak(guest, copy, "Hello. I will find you and kill you.")).toBe(
		"403 text_not_allowed: Live moderation for Ada blocked text that reads as a threat: “I will find you and kill you”. Change it or choose another voice.",
	);
	expect(await app.ledger(guest.workspaceId)).toEqual(before);
	const estimate = await app.postJson(`/v1/text-to-speech/${copy}/estimate`, guest.apiKey, {
		text: "I will kill you.",
	});
	expect(estimate.status, "the estimate is rejected too").toBe(403);
	expect(await speak(guest, copy, "Hello. I will find you a chair.")).toBe("spoken");
});

test("moderates only voices whose owner enabled it, and neither the owner's own text nor shipped voices", async () => {
	const text = "I will kill you, said the wolf.";
	expect(await speak(owner, original, text)).toBe("spoken");
	expect(await speak(guest, app.voiceId, text)).toBe("spoken");
	await moderation(false);
	expect(await speak(guest, copy, text)).toBe("spoken");
	await moderation(true);
	expect(await speak(guest, copy, text), "even for a stored, paid sentence").toMatch(/^403 text_not_allowed/);
});

test("checks words that markup or a dictionary substitutes", async () => {
	expect(await speak(guest, copy, `I will <sub alias="kill you">thank you</sub>.`)).toMatch(
		/a threat: “I will kill you”/,
	);
	const created = await app.postJson("/v1/pronunciation-dictionaries/add-from-rules", guest.apiKey, {
		name: "Other words",
		rules: [{ type: "alias", string_to_replace: "greet", alias: "kill" }],
	});
	const { id, version_id } = (await created.json()) as { id: string; version_id: string };
	const pronunciation_dictionary_locators = [{ pronunciation_dictionary_id: id, version_id }];
	expect(await speak(guest, copy, "We shall greet you.", { pronunciation_dictionary_locators })).toMatch(
		/a threat: “We shall kill you”/,
	);
});

test("applies the operator's list in addition to the built-in rules", async () => {
	expect(await speak(guest, copy, "Vote for Ada Example on Tuesday.")).toMatch(/reads as “politics”: “Vote for Ada/);
	expect(await speak(guest, copy, "Read me the code.")).toBe("spoken");
	await expect(loadModerator(join(folder, "missing.txt"))).rejects.toThrow(/MODERATION_LIST .*can't be read/);
	await writeFile(join(folder, "wrong.txt"), "no rule");
	await expect(loadModerator(join(folder, "wrong.txt"))).rejects.toThrow(
		/MODERATION_LIST .*Line 1 is not a valid rule/,
	);
});

test("checks only the moderated voice's lines in a dialogue", async () => {
	const inputs = (ada: string, other: string) => [
		{ voice_id: copy, text: ada },
		{ voice_id: app.voiceId, text: other },
	];
	const dialogue = async (ada: string, other: string) =>
		(await app.postJson("/v1/text-to-dialogue", guest.apiKey, { inputs: inputs(ada, other) })).status;
	expect(await dialogue("I will kill you.", "Oh dear.")).toBe(403);
	expect(await dialogue("Oh dear.", "I will kill you.")).toBe(200);
});

test("finds a phrase split across WebSocket messages before its end is spoken", async () => {
	const socket = await openSocket(`${app.url}/v1/text-to-speech/${copy}/stream-input?output_format=pcm_16000`, {
		headers: { "xi-api-key": guest.apiKey },
	});
	socket.send({ text: "All is quiet, but one day I will ", flush: true });
	await socket.next((message) => Boolean(message.audio));
	socket.send({ text: "kill you. ", flush: true });
	await socket.closed;
	expect(JSON.stringify(socket.messages.at(-1))).toContain("text_not_allowed");
	const spoken = socket.messages.map((message) => message.alignment?.chars.join("") ?? "").join("");
	expect(spoken).not.toContain("kill");
	await expect.poll(async () => (await app.ledger(guest.workspaceId)).open).toBe(0);
});
