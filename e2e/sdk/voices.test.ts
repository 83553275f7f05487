// Official client: voices, settings, collections, library and text-to-voice.
import { ElevenLabsClient, ElevenLabsError } from "@elevenlabs/elevenlabs-js";
import { beforeAll, describe, expect, test } from "vitest";
import { bytesOf, catchError, client, decodeMp3, server } from "./client.ts";
import { sampleFile } from "./recordings.ts";

const description = "A calm, low and rather slow voice of an older man, for bedtime stories.";

/** Designs and creates a voice. */
async function createVoice(name: string, seed = 1, labels: Record<string, string> = { mood: "calm" }) {
	const { previews } = await client.textToVoice.design({ voiceDescription: description, seed });
	return client.textToVoice.create({
		voiceName: name,
		voiceDescription: description,
		generatedVoiceId: previews[0]?.generatedVoiceId ?? "",
		labels,
	});
}

describe("shipped voices", () => {
	test("voices.getAll and voices.get return the same voice", async () => {
		const { voices } = await client.voices.getAll({ showLegacy: true });
		const one = voices.find(({ voiceId }) => voiceId === server.voiceId);
		expect(one).toMatchObject({ category: "premade", isOwner: false, isLegacy: false });
		const again = await client.voices.get(server.voiceId, { withSettings: true });
		expect(again).toMatchObject({
			voiceId: server.voiceId,
			name: one?.name,
			highQualityBaseModelIds: one?.highQualityBaseModelIds,
		});
		expect(again.settings).toMatchObject({ stability: expect.any(Number), speed: expect.any(Number) });
	});

	test("voices.search pages through every voice once and counts them", async () => {
		const seen: string[] = [];
		let token: string | undefined;
		let total = 0;
		do {
			const page = await client.voices.search({ pageSize: 2, nextPageToken: token, includeTotalCount: true });
			expect(page.voices.length).toBeLessThanOrEqual(2);
			seen.push(...page.voices.map(({ voiceId }) => voiceId));
			total = page.totalCount;
			token = page.nextPageToken ?? undefined;
			expect(page.hasMore).toBe(token !== undefined);
		} while (token !== undefined);
		expect(new Set(seen).size).toBe(seen.length);
		expect(seen.length).toBe(total);
		expect(seen).toContain(server.voiceId);
	});

	test("voices.search by text, type and ids, sorted by name", async () => {
		const { name } = await client.voices.get(server.voiceId);
		const byName = await client.voices.search({ search: name ?? "", voiceType: "default" });
		expect(byName.voices.map(({ voiceId }) => voiceId)).toContain(server.voiceId);
		const byIds = await client.voices.search({ voiceIds: [server.voiceId, server.otherVoiceId] });
		expect(byIds.voices.map(({ voiceId }) => voiceId).sort()).toEqual([server.voiceId, server.otherVoiceId].sort());
		const sorted = await client.voices.search({ pageSize: 100, sort: "name", sortDirection: "desc" });
		const names = sorted.voices.map((voice) => (voice.name ?? "").toLowerCase());
		expect(names).toEqual(names.toSorted().reverse());
		expect((await client.voices.search({ search: "nobody is called this" })).voices).toEqual([]);
	});

	test("voices.accents.get", async () => {
		const { accents } = await client.voices.accents.get({ language: "en" });
		for (const accent of accents)
			expect(accent).toMatchObject({
				accent: expect.any(String),
				language: expect.any(String),
				code: expect.any(String),
			});
	});

	test("404: an unknown voice", async () => {
		const error = await catchError(client.voices.get("doesNotExist00000000"));
		expect(error).toBeInstanceOf(ElevenLabsError);
		expect(error).toMatchObject({ statusCode: 404, body: { detail: { status: "voice_not_found" } } });
	});
});

describe("voices.settings", () => {
	test("getDefault, get and update return the stored settings", async () => {
		expect(await client.voices.settings.getDefault()).toMatchObject({
			stability: 0.5,
			similarityBoost: 0.75,
			speed: 1,
		});
		const { voiceId } = await createVoice("With settings", 2);
		expect(await client.voices.settings.update(voiceId, { stability: 0.3, speed: 1.2, style: 0.1 })).toMatchObject({
			status: "ok",
		});
		expect(await client.voices.settings.get(voiceId)).toMatchObject({ stability: 0.3, speed: 1.2, style: 0.1 });
		await client.voices.delete(voiceId);
	});
});

describe("textToVoice", () => {
	test("design returns three different previews, deterministic by seed", async () => {
		const first = await client.textToVoice.design({ voiceDescription: description, seed: 7 });
		expect(first.text.length).toBeGreaterThan(50);
		expect(first.previews).toHaveLength(3);
		const clips = first.previews.map(({ audioBase64 }) => Buffer.from(audioBase64, "base64"));
		for (const bytes of clips) {
			const { seconds, peak } = await decodeMp3(bytes);
			expect(seconds).toBeGreaterThan(1);
			expect(peak).toBeGreaterThan(0.01);
		}
		expect(new Set(clips.map((bytes) => bytes.toString("base64"))).size).toBe(3);
		const again = await client.textToVoice.design({ voiceDescription: description, seed: 7 });
		expect(again.previews.map(({ audioBase64 }) => audioBase64)).toEqual(
			first.previews.map(({ audioBase64 }) => audioBase64),
		);
	});

	test("createPreviews is the older name of design, and preview.stream returns the audio of one preview", async () => {
		const { previews } = await client.textToVoice.createPreviews({ voiceDescription: description, seed: 3 });
		expect(previews).toHaveLength(3);
		const bytes = await bytesOf(await client.textToVoice.preview.stream(previews[1]?.generatedVoiceId ?? ""));
		expect(bytes.equals(Buffer.from(previews[1]?.audioBase64 ?? "", "base64"))).toBe(true);
	});

	test("create saves a preview as a voice that speaks, remix varies it, delete removes it", async () => {
		const made = await createVoice("Storyteller", 4);
		expect(made).toMatchObject({ name: "Storyteller", category: "generated", labels: { mood: "calm" }, isOwner: true });
		const bytes = await bytesOf(await client.textToSpeech.convert(made.voiceId, { text: "Once upon a time." }));
		expect((await decodeMp3(bytes)).peak).toBeGreaterThan(0.01);
		const { previews } = await client.textToVoice.remix(made.voiceId, { voiceDescription: "a bit brighter", seed: 5 });
		expect(previews.length).toBeGreaterThan(0);
		expect(await client.voices.delete(made.voiceId)).toMatchObject({ status: "ok" });
		expect(await catchError(client.voices.get(made.voiceId))).toMatchObject({ statusCode: 404 });
		const gone = await catchError(client.textToSpeech.convert(made.voiceId, { text: "Nobody is left to say this." }));
		expect(gone).toMatchObject({ statusCode: 404 });
	});

	test("422 and 404: a description that is too short, an unknown preview", async () => {
		expect(await catchError(client.textToVoice.design({ voiceDescription: "too short" }))).toMatchObject({
			statusCode: 422,
		});
		const missing = client.textToVoice.create({
			voiceName: "None",
			voiceDescription: description,
			generatedVoiceId: "doesNotExist00000000",
		});
		expect(await catchError(missing)).toMatchObject({ statusCode: 404 });
	});
});

describe("voices.update", () => {
	test("renames and labels a custom voice and rejects a shipped one", async () => {
		const { voiceId } = await createVoice("Before", 6);
		const changed = await client.voices.update(voiceId, {
			name: "After",
			description: "Renamed.",
			labels: JSON.stringify({ mood: "lively", accent: "none" }),
		});
		expect(changed).toMatchObject({ status: "ok" });
		expect(await client.voices.get(voiceId)).toMatchObject({
			name: "After",
			description: "Renamed.",
			labels: { mood: "lively", accent: "none" },
		});
		const error = await catchError(client.voices.update(server.voiceId, { name: "Mine now" }));
		expect((error as ElevenLabsError).statusCode).toBeGreaterThanOrEqual(400);
		expect((error as ElevenLabsError).statusCode).toBeLessThan(500);
		await client.voices.delete(voiceId);
	});
});

describe("voices.replicateToIsolatedEnvironment", () => {
	test("copies a designed voice only to a workspace the user is a member of", async () => {
		const { voiceId } = await createVoice("Travels", 8);
		const { secondWorkspaceId: targetWorkspaceId } = server;
		const copied = await client.voices.replicateToIsolatedEnvironment(voiceId, { targetWorkspaceId });
		expect(copied.voiceId).toMatch(/^\w{20}$/);
		expect(copied.voiceId).not.toBe(voiceId);
		const elsewhere = client.voices.replicateToIsolatedEnvironment(voiceId, { targetWorkspaceId: "nobodys" });
		expect(await catchError(elsewhere)).toMatchObject({ statusCode: 404 });
		await client.voices.delete(voiceId);
	});
});

describe("voices.collections, all seven methods", () => {
	test("create, get, list, update, addVoice, removeVoice, delete", async () => {
		const { collections } = client.voices;
		const made = await collections.create({ title: "Audiobooks", icon: "book" });
		expect(made).toMatchObject({ title: "Audiobooks", icon: "book", permissionOnResource: "admin" });
		const id = made.collectionId;
		expect(await collections.get(id)).toMatchObject({ collectionId: id, title: "Audiobooks" });
		expect(await collections.update(id, { title: "Novels" })).toMatchObject({ title: "Novels", icon: "book" });
		const { collections: all } = await collections.list();
		expect(all.map(({ collectionId, title }) => [collectionId, title])).toContainEqual([id, "Novels"]);
		expect(await collections.addVoice(id, server.voiceId)).toMatchObject({ collectionId: id, voiceId: server.voiceId });
		const inside = await client.voices.search({ collectionId: id });
		expect(inside.voices.map(({ voiceId }) => voiceId)).toEqual([server.voiceId]);
		await collections.removeVoice(id, server.voiceId);
		expect((await client.voices.search({ collectionId: id })).voices).toEqual([]);
		expect(await collections.delete(id)).toEqual({ collectionId: id });
		expect(await catchError(collections.get(id))).toMatchObject({ statusCode: 404 });
	});
});

describe("voice library", () => {
	let published: Awaited<ReturnType<typeof client.voices.getShared>>["voices"];
	beforeAll(async () => {
		published = (await client.voices.getShared({ pageSize: 100 })).voices;
	});

	test("voices.getShared lists the voices anyone can add, with every field a client reads", () => {
		expect(published.length).toBeGreaterThan(0);
		for (const voice of published)
			expect(voice).toMatchObject({
				publicOwnerId: expect.any(String),
				voiceId: expect.any(String),
				name: expect.any(String),
				accent: expect.any(String),
				gender: expect.any(String),
				age: expect.any(String),
				descriptive: expect.any(String),
				useCase: expect.any(String),
				usageCharacterCount1Y: expect.any(Number),
				clonedByCount: expect.any(Number),
				freeUsersAllowed: expect.any(Boolean),
				liveModerationEnabled: expect.any(Boolean),
				featured: expect.any(Boolean),
			});
	});

	test("voices.getShared pages without gaps or duplicates, and filters", async () => {
		const pages = await Promise.all(
			[0, 1].map((page) => client.voices.getShared({ pageSize: 1, page, sort: "created_date" })),
		);
		const ids = pages.flatMap(({ voices }) => voices.map(({ voiceId }) => voiceId));
		expect(new Set(ids).size).toBe(2);
		expect(pages[0]?.hasMore).toBe(true);
		const found = await client.voices.getShared({ search: published[0]?.name });
		expect(found.voices.map(({ voiceId }) => voiceId)).toContain(published[0]?.voiceId);
		expect((await client.voices.getShared({ search: "xqzv wkkj" })).voices).toEqual([]);
	});

	test("voices.share adds another user's voice, which can be deleted again", async () => {
		const { voiceId } = await createVoice("Published", 8, {});
		const response = await fetch(`${server.url}/v1/voices/${voiceId}/share-library`, {
			method: "POST",
			headers: { "xi-api-key": server.apiKey, "content-type": "application/json" },
			body: JSON.stringify({ enable_library: true }),
		});
		expect(response.status).toBe(200);
		const { voices: found } = await client.voices.getShared({ search: "Published" });
		const owner = found.find((voice) => voice.voiceId === voiceId)?.publicOwnerId ?? "";
		const team = new ElevenLabsClient({ apiKey: server.team.apiKey, baseUrl: server.url, maxRetries: 0 });
		const added = await team.voices.share(owner, voiceId, { newName: "From the library" });
		expect(added.voiceId).not.toBe(voiceId);
		const { voices } = await team.voices.search({ voiceType: "community", pageSize: 100 });
		expect(voices.map((voice) => [voice.voiceId, voice.name])).toContainEqual([added.voiceId, "From the library"]);
		const bytes = await bytesOf(await team.textToSpeech.convert(added.voiceId, { text: "Added and heard." }));
		expect((await decodeMp3(bytes)).peak).toBeGreaterThan(0.01);
		await team.voices.delete(added.voiceId);
		await client.voices.delete(voiceId);
	});

	test("voices.share returns a shipped voice itself, which speaks without being added", async () => {
		const wanted = published.find(({ publicOwnerId }) => publicOwnerId === "timbre");
		const added = await client.voices.share("timbre", wanted?.voiceId ?? "", { newName: "From the library" });
		expect(added.voiceId).toBe(wanted?.voiceId);
		const bytes = await bytesOf(await client.textToSpeech.convert(added.voiceId, { text: "Added and heard." }));
		expect((await decodeMp3(bytes)).peak).toBeGreaterThan(0.01);
	});

	test("voices.share: 404 for a voice that is not published", async () => {
		const error = await catchError(client.voices.share("nobody", "doesNotExist00000000", { newName: "None" }));
		expect(error).toMatchObject({ statusCode: 404, body: { detail: { status: "voice_not_found" } } });
	});

	test("voices.findSimilarVoices finds voices by a recording", async () => {
		const { voices } = await client.voices.findSimilarVoices({
			audioFile: await sampleFile(),
			topK: 3,
			similarityThreshold: 2,
		});
		expect(voices.length).toBeGreaterThan(0);
		expect(voices.length).toBeLessThanOrEqual(3);
		for (const { voiceId, publicOwnerId } of voices) {
			const headers = { "xi-api-key": server.apiKey };
			const shared = await fetch(`${server.url}/v1/shared-voices/${publicOwnerId}/${voiceId}`, { headers });
			expect(shared.status).toBe(200);
		}
		const broken = new File(["not audio"], "letter.wav");
		expect(await catchError(client.voices.findSimilarVoices({ audioFile: broken }))).toMatchObject({ statusCode: 400 });
	});
});
