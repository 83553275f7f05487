import { type Classification, isUnverified } from "@timbre/contract/safety.ts";
import type { Voice } from "@timbre/contract/voices.entities.ts";
import { createEncoder } from "@timbre/engines/media/encoder.ts";
import { finishWav } from "@timbre/engines/media/wav.ts";
import { createEspeakEngine } from "@timbre/engines/speech/providers/espeak.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Person } from "../../../../seed/builders.ts";
import { eventWorkflow, type NewEvent, type PublishedEvent, publishEvent } from "../../core/events.ts";
import { newId } from "../../core/ids.ts";
import { runWorkflow } from "../../testing/run-workflow.ts";
import { type TestApp, testApp } from "../../testing/test-app.ts";
import { safetySubscriber } from "./safety.workflow.ts";

let app: TestApp;
beforeAll(async () => {
	app = await testApp();
});
afterAll(async () => app.stop());

/** Hands on what waits in the outbox, twice over: delivery is at least once. */
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

describe("what a person is told about the use of voices", () => {
	const user = (person: Person) =>
		app.get<{ is_in_probation: boolean; moderation_warning_dismissed: boolean }>("/v1/user", person.apiKey);
	const dismiss = (person: Person) => app.speak("/v1/user/dismiss-moderation-warning", person.apiKey, {});
	const failReading = (person: Person) =>
		publish({
			name: "voice_reading_failed",
			workspaceId: person.workspaceId,
			userId: person.userId,
			data: { voiceId: "aVoice" },
		});

	test("SAFETY-007 SAFETY-008 nobody is in probation and no warning is dismissed before something happened", async () => {
		expect(await user(await app.person())).toMatchObject({
			is_in_probation: false,
			moderation_warning_dismissed: false,
		});
	});

	test("SAFETY-009 a warning that was dismissed stays so, and only for who did it", async () => {
		const [person, other] = [await app.person(), await app.person()];
		const answer = await dismiss(person);
		expect([answer.status, await answer.json()]).toEqual([200, { status: "ok" }]);
		expect((await dismiss(person)).status).toBe(200);
		expect(await user(person)).toMatchObject({ moderation_warning_dismissed: true });
		expect(await user(other)).toMatchObject({ moderation_warning_dismissed: false });
	});

	test("SAFETY-007 ten readings in a day that were not the voice's put a person into probation, which ends, and warn anew", async () => {
		const person = await app.person();
		await dismiss(person);
		for (let reading = 0; reading < 9; reading++) await failReading(person);
		await deliver();
		expect(await user(person)).toMatchObject({ is_in_probation: false, moderation_warning_dismissed: true });
		await failReading(person);
		await deliver();
		expect(await user(person)).toMatchObject({ is_in_probation: true, moderation_warning_dismissed: false });
		await app.db
			.updateTable("auth_profile")
			.set({ probation_until: new Date(Date.now() - 1_000) })
			.where("user_id", "=", person.userId)
			.execute();
		expect(await user(person)).toMatchObject({ is_in_probation: false });
	});

	test("SAFETY-006 the voices that somebody in probation has made are silent until they are verified", async () => {
		const person = await app.person();
		const voiceId = newId();
		await app.db
			.insertInto("voice")
			.values({
				id: voiceId,
				workspace_id: person.workspaceId,
				created_by: person.userId,
				name: "Designed",
				category: "generated",
				language: "en-US",
				engine: "fake",
				speaker: "tone-low",
				origin: "designed",
			})
			.execute();
		const speak = async () => {
			const answer = await app.speak(`/v1/text-to-speech/${voiceId}`, person.apiKey, { text: "May I?" });
			const body = Buffer.from(await answer.arrayBuffer());
			return answer.ok ? "spoken" : (JSON.parse(body.toString("utf8")) as { detail: { code: string } }).detail.code;
		};
		expect(await speak()).toBe("spoken");
		for (let reading = 0; reading < 10; reading++) await failReading(person);
		await deliver();
		expect(await speak()).toBe("voice_not_verified");
		expect(await app.speak(`/v1/text-to-speech/${app.voiceId}`, person.apiKey, { text: "And this?" })).toMatchObject({
			status: 200,
		});
		await app.db.updateTable("voice").set({ verified_at: new Date() }).where("id", "=", voiceId).execute();
		expect(await speak()).toBe("spoken");
	});

	test("SAFETY-006 a voice from the library was verified by its owner: who is in probation may go on using it", async () => {
		const person = await app.person();
		const added = await app.speak(`/v1/voices/add/timbre/${app.voiceId}`, person.apiKey, { new_name: "Added" });
		const { voice_id } = (await added.json()) as { voice_id: string };
		for (let reading = 0; reading < 10; reading++) await failReading(person);
		await deliver();
		const { is_in_probation } = await user(person);
		const { voice_verification, disabled } = await app.get<Voice>(`/v1/voices/${voice_id}`, person.apiKey);
		expect({ is_in_probation, disabled }).toEqual({ is_in_probation: true, disabled: false });
		expect(voice_verification && isUnverified(voice_verification, { is_in_probation })).toBe(false);
		const answer = await app.speak(`/v1/text-to-speech/${voice_id}`, person.apiKey, { text: "Still here." });
		expect(answer.status, await answer.text()).toBe(200);
	});

	test("failed readings of another day count no more", async () => {
		const person = await app.person();
		for (let reading = 0; reading < 9; reading++) await failReading(person);
		await deliver();
		await app.db
			.updateTable("safety_failed_reading")
			.set({ failed_at: new Date(Date.now() - 2 * 86_400_000) })
			.where("user_id", "=", person.userId)
			.execute();
		await failReading(person);
		await deliver();
		expect(await user(person)).toMatchObject({ is_in_probation: false });
	});
});

describe("was this made here", () => {
	const classify = async (person: Person, bytes: Uint8Array, name = "clip.wav") => {
		const form = new FormData();
		form.set("file", new Blob([Uint8Array.from(bytes)]), name);
		return fetch(`${app.url}/v1/ai-classifier`, {
			method: "POST",
			headers: { "xi-api-key": person.apiKey },
			body: form,
		});
	};
	const told = async (person: Person, bytes: Uint8Array) => {
		const answer = await classify(person, bytes);
		if (answer.status !== 200) throw new Error(await answer.text());
		return (await answer.json()) as Classification;
	};

	async function spoken(text: string, format: "wav_22050" | "mp3_22050_32"): Promise<Uint8Array> {
		const { pcm } = await createEspeakEngine().synthesise({ text, speaker: "en-us", language: "en-US", speed: 1 });
		const encoder = await createEncoder(format, 22_050);
		const bytes = Buffer.concat([encoder.push(pcm), encoder.flush()]);
		return format === "mp3_22050_32" ? bytes : finishWav(bytes);
	}

	/** An item of somebody's history that sounds like this. */
	async function madeHere(owner: Person, wav: Uint8Array): Promise<string> {
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

	test("a file as it was delivered is recognised, by whoever has it; whose it is, is told to its workspace alone", async () => {
		const [owner, stranger] = [await app.person(), await app.person()];
		const answer = await app.speak(`/v1/text-to-speech/${app.voiceId}`, owner.apiKey, { text: "Delivered as it is." });
		const bytes = new Uint8Array(await answer.arrayBuffer());
		const id = answer.headers.get("history-item-id");
		await deliver();
		expect(await told(owner, bytes)).toMatchObject({
			result: "made_here",
			recognised_by: "file",
			parts: [{ start: 0, history_item_id: id, made_at_unix: expect.any(Number) }],
		});
		const toStranger = await told(stranger, bytes);
		expect(toStranger).toMatchObject({ result: "made_here", recognised_by: "file" });
		expect(toStranger.parts).toMatchObject([{ history_item_id: null, made_at_unix: null }]);
		expect(JSON.stringify(toStranger)).not.toContain(owner.workspaceId);
	});

	test("a sound is recognised in another encoding, and the part of the clip in which it is heard is told", async () => {
		const owner = await app.person();
		const text = "The ferry leaves at seven, and it has never once waited for anybody who was still on the stairs.";
		const id = await madeHere(owner, await spoken(text, "wav_22050"));
		const { result, recognised_by, parts, duration_secs } = await told(owner, await spoken(text, "mp3_22050_32"));
		expect({ result, recognised_by, items: parts.map((part) => part.history_item_id) }).toEqual({
			result: "made_here",
			recognised_by: "sound",
			items: [id],
		});
		expect(parts[0]?.end).toBeGreaterThan(duration_secs - 1);
		expect(parts[0]?.end).toBeLessThanOrEqual(duration_secs);
	});

	test("of what was not made here it is said that it cannot be told, and no figure is made up", async () => {
		const person = await app.person();
		await madeHere(person, await spoken("Something else that somebody once let a voice say here.", "wav_22050"));
		const text = "A recording of a person, or of a machine elsewhere: nobody here can know which of the two.";
		const answer = await told(person, await spoken(text, "wav_22050"));
		expect(answer).toEqual({
			result: "cannot_tell",
			recognised_by: null,
			duration_secs: expect.any(Number),
			heard_secs: expect.any(Number),
			parts: [],
		});
	});

	test("what was deleted is not recognised any more", async () => {
		const owner = await app.person();
		const wav = await spoken("This will be gone before long, and with it all that it is known by.", "wav_22050");
		const id = await madeHere(owner, wav);
		expect(await told(owner, wav)).toMatchObject({ result: "made_here" });
		await app.db.deleteFrom("history_item").where("id", "=", id).execute();
		expect(await told(owner, wav)).toMatchObject({ result: "cannot_tell" });
	});

	test.each([
		["a text", Buffer.from("This is not sound at all. ".repeat(50)), "invalid_audio"],
		["an empty file", new Uint8Array(), "invalid_audio"],
	])("%s is refused with a reason", async (_, bytes, code) => {
		const answer = await classify(await app.person(), bytes);
		const { detail } = (await answer.json()) as { detail: { code: string; message: string } };
		expect([answer.status, detail.code]).toEqual([400, code]);
		expect(detail.message).toMatch(/^This recording cannot be used: /);
	});
});
