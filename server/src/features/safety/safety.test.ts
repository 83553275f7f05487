import type { Classification } from "@timbre/contract/safety/endpoints.ts";
import { isUnverified } from "@timbre/contract/safety/rules.ts";
import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { createEncoder } from "@timbre/engines/media/encoder.ts";
import { finishWav } from "@timbre/engines/media/wav.ts";
import { createEspeakEngine } from "@timbre/engines/speech/providers/espeak.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aVoice, type SeedUser } from "../../../../seed/builders.ts";
import { eventWorkflow, type NewEvent, type PublishedEvent, publishEvent } from "../../core/events/events.ts";
import { newId } from "../../core/ids.ts";
import { type TestApp, testApp } from "../../testing/test-app.ts";
import { runWorkflow } from "../../testing/workflows/run-workflow.ts";
import { safetySubscriber } from "./safety.workflow.ts";

let app: TestApp;
beforeAll(async () => {
	app = await testApp();
});
afterAll(async () => app.stop());

/** Delivers pending outbox events twice, since delivery is at least once. */
async function deliver(): Promise<void> {
	const rows = await app.db
		.selectFrom("outbox")
		.selectAll()
		.where("target", "=", eventWorkflow.name)
		.where("delivered_at", "is", null)
		.execute();
	const services = { subscribers: [safetySubscriber(app)] };
	for (const { payload } of [...rows, ...rows])
		await runWorkflow(eventWorkflow, payload as unknown as PublishedEvent, services);
	await app.db
		.updateTable("outbox")
		.set({ delivered_at: new Date() })
		.where("id", "in", [0, ...rows.map((row) => row.id)])
		.execute();
}

const publish = (event: NewEvent) => app.db.transaction().execute((tx) => publishEvent(tx, event));

describe("moderation warning and probation", () => {
	const getUser = (user: SeedUser) =>
		app.get<{ is_in_probation: boolean; moderation_warning_dismissed: boolean }>("/v1/user", user.apiKey);
	const dismiss = (user: SeedUser) => app.postJson("/v1/user/dismiss-moderation-warning", user.apiKey, {});
	const failReading = (user: SeedUser) =>
		publish({
			name: "voice_reading_failed",
			workspaceId: user.workspaceId,
			userId: user.userId,
			data: { voiceId: "aVoice" },
		});

	test("SAFETY-007 SAFETY-008 by default users are not in probation and have not dismissed the warning", async () => {
		expect(await getUser(await app.user())).toMatchObject({
			is_in_probation: false,
			moderation_warning_dismissed: false,
		});
	});

	test("SAFETY-009 a dismissed warning stays dismissed, only for that user", async () => {
		const [user, other] = [await app.user(), await app.user()];
		const response = await dismiss(user);
		expect([response.status, await response.json()]).toEqual([200, { status: "ok" }]);
		expect((await dismiss(user)).status).toBe(200);
		expect(await getUser(user)).toMatchObject({ moderation_warning_dismissed: true });
		expect(await getUser(other)).toMatchObject({ moderation_warning_dismissed: false });
	});

	test("SAFETY-007 ten failed readings in a day start a temporary probation and show the warning again", async () => {
		const user = await app.user();
		await dismiss(user);
		for (let reading = 0; reading < 9; reading++) await failReading(user);
		await deliver();
		expect(await getUser(user)).toMatchObject({ is_in_probation: false, moderation_warning_dismissed: true });
		await failReading(user);
		await deliver();
		expect(await getUser(user)).toMatchObject({ is_in_probation: true, moderation_warning_dismissed: false });
		await app.db
			.updateTable("auth_profile")
			.set({ probation_until: new Date(Date.now() - 1_000) })
			.where("user_id", "=", user.userId)
			.execute();
		expect(await getUser(user)).toMatchObject({ is_in_probation: false });
	});

	test("SAFETY-006 voices created by a user in probation can't be used until verified", async () => {
		const user = await app.user();
		const voiceId = newId();
		await app.db
			.insertInto("voice")
			.values({
				id: voiceId,
				workspace_id: user.workspaceId,
				created_by: user.userId,
				name: "Designed",
				category: "generated",
				language: "en-US",
				engine: "fake",
				speaker: "tone-low",
				origin: "designed",
			})
			.execute();
		const speak = async () => {
			const response = await app.postJson(`/v1/text-to-speech/${voiceId}`, user.apiKey, { text: "May I?" });
			const body = Buffer.from(await response.arrayBuffer());
			return response.ok ? "spoken" : (JSON.parse(body.toString("utf8")) as { detail: { code: string } }).detail.code;
		};
		expect(await speak()).toBe("spoken");
		for (let reading = 0; reading < 10; reading++) await failReading(user);
		await deliver();
		expect(await speak()).toBe("voice_not_verified");
		expect(await app.postJson(`/v1/text-to-speech/${app.voiceId}`, user.apiKey, { text: "And this?" })).toMatchObject({
			status: 200,
		});
		await app.db.updateTable("voice").set({ verified_at: new Date() }).where("id", "=", voiceId).execute();
		expect(await speak()).toBe("spoken");
	});

	test("SAFETY-006 a library voice is verified by its owner, so users in probation can still use it", async () => {
		const user = await app.user();
		const owner = await app.user();
		const { voiceId } = await aVoice(app.db, app.storage, owner);
		await app.postJson(`/v1/voices/${voiceId}/share-library`, owner.apiKey, { enable_library: true });
		const { public_user_id } = await app.get<{ public_user_id: string }>("/v1/user", owner.apiKey);
		const path = `/v1/voices/add/${public_user_id}/${voiceId}`;
		const added = await app.postJson(path, user.apiKey, { new_name: "Added" });
		const { voice_id } = (await added.json()) as { voice_id: string };
		for (let reading = 0; reading < 10; reading++) await failReading(user);
		await deliver();
		const { is_in_probation } = await getUser(user);
		const { voice_verification, disabled } = await app.get<Voice>(`/v1/voices/${voice_id}`, user.apiKey);
		expect({ is_in_probation, disabled }).toEqual({ is_in_probation: true, disabled: false });
		expect(voice_verification && isUnverified(voice_verification, { is_in_probation })).toBe(false);
		const response = await app.postJson(`/v1/text-to-speech/${voice_id}`, user.apiKey, { text: "Still here." });
		expect(response.status, await response.text()).toBe(200);
	});

	test("failed readings of earlier days don't count", async () => {
		const user = await app.user();
		for (let reading = 0; reading < 9; reading++) await failReading(user);
		await deliver();
		await app.db
			.updateTable("safety_failed_reading")
			.set({ failed_at: new Date(Date.now() - 2 * 86_400_000) })
			.where("user_id", "=", user.userId)
			.execute();
		await failReading(user);
		await deliver();
		expect(await getUser(user)).toMatchObject({ is_in_probation: false });
	});
});

describe("classifier", () => {
	const classify = async (user: SeedUser, bytes: Uint8Array, url = app.url) => {
		const form = new FormData();
		form.set("file", new Blob([Uint8Array.from(bytes)]), "clip.wav");
		return fetch(`${url}/v1/ai-classifier`, {
			method: "POST",
			headers: { "xi-api-key": user.apiKey },
			body: form,
		});
	};
	const classification = async (user: SeedUser, bytes: Uint8Array) => {
		const response = await classify(user, bytes);
		if (response.status !== 200) throw new Error(await response.text());
		return (await response.json()) as Classification;
	};

	async function synthesize(text: string, format: "wav_22050" | "mp3_22050_32"): Promise<Uint8Array> {
		const { pcm } = await createEspeakEngine().synthesize({ text, speaker: "en-us", language: "en-US", speed: 1 });
		const encoder = await createEncoder(format, 22_050);
		const bytes = Buffer.concat([encoder.push(pcm), encoder.flush()]);
		return format === "mp3_22050_32" ? bytes : finishWav(bytes);
	}

	/** A history item with this audio. */
	async function storeAudio(owner: SeedUser, wav: Uint8Array): Promise<string> {
		const id = await app.historyItem(owner);
		const { audio_key } = await app.db
			.updateTable("history_item")
			.set({ output_format: "wav_22050", content_type: "audio/wav" })
			.where("id", "=", id)
			.returning("audio_key")
			.executeTakeFirstOrThrow();
		await app.storage.put(audio_key, wav, "audio/wav");
		await publish({
			name: "history_item_saved",
			workspaceId: owner.workspaceId,
			userId: owner.userId,
			data: { historyItemId: id },
		});
		await deliver();
		return id;
	}

	test("recognizes an exact file for anyone, but reveals the owner only to its workspace", async () => {
		const [owner, stranger] = [await app.user(), await app.user()];
		const response = await app.postJson(`/v1/text-to-speech/${app.voiceId}`, owner.apiKey, {
			text: "Delivered as it is.",
		});
		const bytes = new Uint8Array(await response.arrayBuffer());
		const id = response.headers.get("history-item-id");
		await deliver();
		expect(await classification(owner, bytes)).toMatchObject({
			result: "made_here",
			recognised_by: "file",
			parts: [{ start: 0, history_item_id: id, made_at_unix: expect.any(Number) }],
		});
		const toStranger = await classification(stranger, bytes);
		expect(toStranger).toMatchObject({ result: "made_here", recognised_by: "file" });
		expect(toStranger.parts).toEqual([]);
		expect(JSON.stringify(toStranger)).not.toContain(owner.workspaceId);
	});

	test("gives up at once on stored audio that can't be decoded", async () => {
		const owner = await app.user();
		const id = await app.historyItem(owner);
		const { audio_key } = await app.db
			.updateTable("history_item")
			.set({ output_format: "opus_48000_64" })
			.where("id", "=", id)
			.returning("audio_key")
			.executeTakeFirstOrThrow();
		const encoder = await createEncoder("opus_48000_64", 24_000);
		const damaged = Buffer.concat([encoder.push(new Float32Array(24_000)), encoder.flush()]);
		// An unknown channel mapping.
		damaged[damaged.indexOf("OpusHead") + 18] = 7;
		await app.storage.put(audio_key, damaged, "audio/ogg");
		const event = { id: newId(), name: "history_item_saved", data: { historyItemId: id } } as const;
		const saved: PublishedEvent = { ...event, workspaceId: owner.workspaceId, userId: owner.userId };
		const attempts = new Map<string, number>();
		const services = { subscribers: [safetySubscriber(app)] };
		await expect(runWorkflow(eventWorkflow, saved, services, undefined, attempts)).rejects.toThrow(
			"The audio can't be decoded.",
		);
		expect([...attempts.values()]).toEqual([1]);
		// The item's own event would fail the same way in the next test.
		await app.db.updateTable("outbox").set({ delivered_at: new Date() }).execute();
	});

	test("asks to try again if the speech node does not respond", async () => {
		const alone = await testApp({ env: { SPEECH_NODE_URLS: "http://127.0.0.1:9" } });
		try {
			const user = await alone.user();
			const response = await classify(user, Buffer.from("never analyzed"), alone.url);
			expect(response.status).toBe(503);
			expect(await response.json()).toMatchObject({ detail: { message: expect.stringContaining("Try again") } });
		} finally {
			await alone.stop();
		}
	});

	test("recognizes re-encoded audio and reports the matching part", async () => {
		const owner = await app.user();
		const text = "The ferry leaves at seven, and it has never once waited for anybody who was still on the stairs.";
		const id = await storeAudio(owner, await synthesize(text, "wav_22050"));
		const { result, recognised_by, parts, duration_secs } = await classification(
			owner,
			await synthesize(text, "mp3_22050_32"),
		);
		expect({ result, recognised_by, items: parts.map((part) => part.history_item_id) }).toEqual({
			result: "made_here",
			recognised_by: "sound",
			items: [id],
		});
		expect(parts[0]?.end).toBeGreaterThan(duration_secs - 1);
		expect(parts[0]?.end).toBeLessThanOrEqual(duration_secs);
	});

	test("does not tell another workspace which parts of its guess match", async () => {
		const [owner, stranger] = [await app.user(), await app.user()];
		const secret = "The merger with the northern company will be announced on the first Tuesday of the month.";
		const id = await storeAudio(owner, await synthesize(secret, "wav_22050"));
		const guess = await synthesize(`${secret} And nobody has been told about the price yet.`, "mp3_22050_32");
		const { heard_secs: _heard, duration_secs: _duration, ...toStranger } = await classification(stranger, guess);
		expect(toStranger).toEqual({ result: "made_here", recognised_by: "sound", parts: [] });
		expect((await classification(owner, guess)).parts).toMatchObject([{ history_item_id: id }]);
	});

	test("reports cannot_tell without a score for audio not generated here", async () => {
		const user = await app.user();
		await storeAudio(user, await synthesize("Something else that somebody once let a voice say here.", "wav_22050"));
		const text = "A recording of a person, or of a machine elsewhere: nobody here can know which of the two.";
		const response = await classification(user, await synthesize(text, "wav_22050"));
		expect(response).toEqual({
			result: "cannot_tell",
			recognised_by: null,
			duration_secs: expect.any(Number),
			heard_secs: expect.any(Number),
			parts: [],
		});
	});

	test("does not recognize deleted audio", async () => {
		const owner = await app.user();
		const wav = await synthesize("This will be gone before long, and with it all that it is known by.", "wav_22050");
		const id = await storeAudio(owner, wav);
		expect(await classification(owner, wav)).toMatchObject({ result: "made_here" });
		await app.db.deleteFrom("history_item").where("id", "=", id).execute();
		expect(await classification(owner, wav)).toMatchObject({ result: "cannot_tell" });
	});

	test.each([
		["a text", Buffer.from("This is not sound at all. ".repeat(50)), "invalid_audio"],
		["an empty file", new Uint8Array(), "invalid_audio"],
	])("rejects %s with a reason", async (_, bytes, code) => {
		const response = await classify(await app.user(), bytes);
		const { detail } = (await response.json()) as { detail: { code: string; message: string } };
		expect([response.status, detail.code]).toEqual([400, code]);
		expect(detail.message).toMatch(/^This recording can't be used: /);
	});
});
