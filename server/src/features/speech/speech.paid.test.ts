import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type TestApp, testApp } from "../../testing/test-app.ts";
import { runWorkflow } from "../../testing/workflows/run-workflow.ts";
import { purgeWorkflow } from "../history/history.workflow.ts";

type Estimate = {
	characters: number;
	new_characters: number;
	credits: number;
	sentences: { start: number; end: number; new: boolean }[];
};

const first = "The first sentence stays. ";
const second = "The second one will change. ";
const third = "The third stays too.";

describe("never pay twice", () => {
	let app: TestApp;
	const synthesized: string[] = [];
	beforeAll(async () => {
		app = await testApp({ fake: { onSegment: (text) => synthesized.push(text) } });
	});
	afterAll(async () => app.stop());

	const path = () => `/v1/text-to-speech/${app.voiceId}`;
	async function speak(apiKey: string, body: Record<string, unknown>) {
		synthesized.length = 0;
		const answer = await app.postJson(`${path()}?output_format=pcm_24000`, apiKey, body);
		const bytes = Buffer.from(await answer.arrayBuffer());
		const id = answer.headers.get("history-item-id") ?? "";
		return { id, bytes, cost: Number(answer.headers.get("character-cost")), generated: [...synthesized] };
	}

	test("unchanged text is free the second time and is not generated again", async () => {
		const person = await app.user();
		const text = first + second + third;
		const once = await speak(person.apiKey, { text });
		expect(once.cost).toBe(text.length);
		const again = await speak(person.apiKey, { text });
		expect(again).toMatchObject({ cost: 0, generated: [] });
		expect(again.bytes.length).toBe(once.bytes.length);
		expect((await app.ledger(person.workspaceId)).used).toBe(text.length);
	});

	test("a stored sentence takes at most 20 queries, from the request to its history item", async () => {
		const person = await app.user();
		await speak(person.apiKey, { text: first });
		const counts: number[] = [];
		const query = vi.spyOn(pg.Client.prototype, "query");
		try {
			// Background work adds queries now and then, so the smallest count is the request's own.
			for (let round = 0; round < 5; round++) {
				query.mockClear();
				expect(await speak(person.apiKey, { text: first })).toMatchObject({ cost: 0, generated: [] });
				counts.push(query.mock.calls.length);
			}
		} finally {
			query.mockRestore();
		}
		expect(Math.min(...counts)).toBeLessThanOrEqual(20);
		expect(Math.min(...counts)).toBeGreaterThan(10);
	});

	test("an edit charges only the changed sentences, and the estimate says so beforehand", async () => {
		const person = await app.user();
		await speak(person.apiKey, { text: first + second + third });
		const changed = "The second one is different now. ";
		const text = first + changed + third;
		const estimate = (await (await app.postJson(`${path()}/estimate`, person.apiKey, { text })).json()) as Estimate;
		expect(estimate).toMatchObject({
			characters: text.length,
			new_characters: changed.length,
			credits: changed.length,
		});
		expect(estimate.sentences.map((sentence) => sentence.new)).toEqual([false, true, false]);
		const { cost, generated } = await speak(person.apiKey, { text });
		expect(cost).toBe(changed.length);
		expect(generated.map((sentence) => sentence.trim())).toEqual([changed.trim()]);
		expect((await app.ledger(person.workspaceId)).used).toBe((first + second + third).length + changed.length);
	});

	test("a sentence that occurs twice in a text is generated and charged once", async () => {
		const person = await app.user();
		const text = "Again and again. Something between. Again and again.";
		const { cost, generated } = await speak(person.apiKey, { text });
		expect(generated).toHaveLength(2);
		expect(cost).toBe(text.length - "Again and again.".length);
	});

	test("an estimate rejects the texts that a generation rejects", async () => {
		const person = await app.user();
		for (const [text, code] of [
			["...", "empty_text"],
			["<break time='1s'/>", "empty_text"],
			["word ".repeat(30_001), "max_character_limit_exceeded"],
		] as const) {
			for (const address of [path(), `${path()}/estimate`]) {
				const response = await app.postJson(address, person.apiKey, { text });
				expect(((await response.json()) as { detail: { code: string } }).detail.code, address).toBe(code);
			}
		}
	});

	test("a dialogue can be estimated before it is generated and is free afterwards", async () => {
		const person = await app.user();
		const inputs = ["Who is there?", "Only the wind."].map((text) => ({ text, voice_id: app.voiceId }));
		const price = async () =>
			(await (await app.postJson("/v1/text-to-dialogue/estimate", person.apiKey, { inputs })).json()) as Estimate;
		const characters = inputs.reduce((sum, { text }) => sum + text.length, 0);
		expect(await price()).toMatchObject({ characters, new_characters: characters, credits: characters });
		const answer = await app.postJson("/v1/text-to-dialogue", person.apiKey, { inputs });
		await answer.arrayBuffer();
		expect(Number(answer.headers.get("character-cost"))).toBe(characters);
		expect(await price()).toMatchObject({ characters, new_characters: 0, credits: 0 });
	});

	test.each([
		["another speed", { voice_settings: { speed: 1.2 } }],
		["another stability", { voice_settings: { stability: 0.9 } }],
		["another seed", { seed: 7 }],
		["a new take", { new_take: true }],
		["no normalization", { apply_text_normalization: "off" }],
		["another pronunciation", { text: '<phoneme alphabet="ipa" ph="t">The</phoneme> first sentence stays.' }],
	])("%s gives different audio and is charged", async (_, more) => {
		const person = await app.user();
		const text = first.trim();
		await speak(person.apiKey, { text });
		const { cost, generated } = await speak(person.apiKey, { text, ...more });
		expect(cost).toBe(text.length);
		expect(generated).toHaveLength(1);
	});

	test("settings equal to the defaults or without effect don't change the audio", async () => {
		const person = await app.user();
		await speak(person.apiKey, { text: first });
		const settings = { speed: 1, stability: 0.5, style: 0, similarity_boost: 0.3, use_speaker_boost: true };
		expect((await speak(person.apiKey, { text: `  ${first}`, voice_settings: settings })).cost).toBe(0);
	});

	test("what one workspace paid for is not free in another", async () => {
		const [one, other] = [await app.user(), await app.user()];
		await speak(one.apiKey, { text: first });
		expect((await speak(other.apiKey, { text: first })).cost).toBe(first.length);
	});

	test("with logging off, every sentence is generated and charged, also one that is paid for or repeated", async () => {
		const person = await app.user();
		await speak(person.apiKey, { text: first });
		synthesized.length = 0;
		const text = first + first;
		const answer = await app.postJson(`${path()}?enable_logging=false`, person.apiKey, { text });
		await answer.arrayBuffer();
		expect(Number(answer.headers.get("character-cost"))).toBe(text.length);
		expect(synthesized).toHaveLength(2);
		expect((await app.ledger(person.workspaceId)).used).toBe(first.length + text.length);
		expect((await speak(person.apiKey, { text: first })).cost, "the stored take is still paid for").toBe(0);
	});

	test("a sentence whose audio was deleted is generated and charged again", async () => {
		const person = await app.user();
		const kept = await speak(person.apiKey, { text: first });
		const both = await speak(person.apiKey, { text: first + second });
		expect([kept.cost, both.cost]).toEqual([first.length, second.length]);
		const purge = { workspaceId: person.workspaceId, itemId: both.id, undoSeconds: 0 };
		await app.request(person.apiKey, "DELETE", `/v1/history/${both.id}`);
		expect((await speak(person.apiKey, { text: second })).cost, "it can still be restored").toBe(0);
		const items = await app.db
			.selectFrom("history_item")
			.select(["id", "deleted_at"])
			.where("workspace_id", "=", person.workspaceId)
			.execute();
		// Also the one that has just used the sentence.
		for (const { id, deleted_at } of items.filter(({ id }) => id !== kept.id)) {
			if (deleted_at === null) await app.request(person.apiKey, "DELETE", `/v1/history/${id}`);
			const row = await app.db
				.selectFrom("history_item")
				.select("deleted_at")
				.where("id", "=", id)
				.executeTakeFirstOrThrow();
			const deletedAt = Number(row.deleted_at);
			await runWorkflow(purgeWorkflow, { ...purge, itemId: id, deletedAt }, app);
		}
		const again = await speak(person.apiKey, { text: first + second });
		expect(again.cost, "the first sentence is still in use").toBe(second.length);
		expect(again.generated).toHaveLength(1);
	});

	test("a take missing from storage is generated again, free of charge", async () => {
		const person = await app.user();
		const before = await speak(person.apiKey, { text: first });
		for (const key of await app.storage.list("takes/")) await app.storage.delete(key);
		const after = await speak(person.apiKey, { text: first });
		expect(after).toMatchObject({ cost: 0 });
		expect(after.generated).toHaveLength(1);
		expect(after.bytes.length).toBe(before.bytes.length);
	});

	test("a paid sentence stays paid when the database is slow to record it", async () => {
		const slow = await testApp();
		try {
			// Longer than audio waits for it, and before any lock is taken.
			await sql`
				create function nap() returns trigger language plpgsql as 'begin perform pg_sleep(1.5); return null; end'`.execute(
				slow.db,
			);
			await sql`
				create trigger nap before update of delivered on credit_reservation for each statement execute function nap()`.execute(
				slow.db,
			);
			const person = await slow.user();
			const cost = async () => {
				const answer = await slow.postJson(`/v1/text-to-speech/${slow.voiceId}`, person.apiKey, { text: first });
				await answer.arrayBuffer();
				return Number(answer.headers.get("character-cost"));
			};
			expect([await cost(), await cost()]).toEqual([first.length, 0]);
		} finally {
			await slow.stop();
		}
	});

	test.each([
		// The first clause is delivered, the sentence is not.
		["after its first clause", 4.5],
		// Audio has arrived, but no clause is complete.
		["0.3 s into the audio", 0.3],
	])("a sentence stopped %s is charged once in total", async (_, seconds) => {
		const slow = await testApp({ fake: { realtime: true } });
		try {
			const person = await slow.user();
			const stream = `/v1/text-to-speech/${slow.voiceId}/stream?output_format=pcm_24000`;
			const text =
				"The first clause takes a moment to be spoken aloud, the second one follows it after a short pause, " +
				"and the third one ends the sentence.";
			const client = new AbortController();
			const stopped = await slow.postJson(stream, person.apiKey, { text }, client.signal);
			let bytes = 0;
			for await (const chunk of stopped.body ?? []) {
				bytes += chunk.length;
				if (bytes > 24_000 * 2 * seconds) break;
			}
			client.abort();
			await expect.poll(async () => (await slow.ledger(person.workspaceId)).open).toBe(0);
			const { used } = await slow.ledger(person.workspaceId);
			expect(used).toBeLessThan(text.length);
			if (seconds > 1) expect(used).toBeGreaterThan(0);
			const estimate = (await (
				await slow.postJson(`/v1/text-to-speech/${slow.voiceId}/estimate`, person.apiKey, { text })
			).json()) as Estimate;
			expect(estimate).toMatchObject({ new_characters: text.length - used, credits: text.length - used });
			const costs: number[] = [];
			for (let round = 0; round < 2; round++) {
				const again = await slow.postJson(stream, person.apiKey, { text });
				await again.arrayBuffer();
				costs.push(Number(again.headers.get("character-cost")));
			}
			expect(costs).toEqual([text.length - used, 0]);
			expect((await slow.ledger(person.workspaceId)).used).toBe(text.length);
		} finally {
			await slow.stop();
		}
	});

	test("a sentence is charged once even if its audio can't be stored", async () => {
		const full = await testApp({ storeTakes: false });
		try {
			const person = await full.user();
			const cost = async () => {
				const answer = await full.postJson(`/v1/text-to-speech/${full.voiceId}`, person.apiKey, { text: first });
				await answer.arrayBuffer();
				return Number(answer.headers.get("character-cost"));
			};
			expect([await cost(), await cost()]).toEqual([first.length, 0]);
		} finally {
			await full.stop();
		}
	});

	test("a charged sentence is paid even if its progress could not be recorded while it was streamed", async () => {
		const broken = await testApp();
		try {
			await sql`
				create function refuse() returns trigger language plpgsql as 'begin raise exception ''refused''; end'`.execute(
				broken.db,
			);
			await sql`
				create trigger refuse before update of delivered on credit_reservation for each statement execute function refuse()`.execute(
				broken.db,
			);
			const person = await broken.user();
			const cost = async () => {
				const answer = await broken.postJson(`/v1/text-to-speech/${broken.voiceId}`, person.apiKey, { text: first });
				await answer.arrayBuffer();
				await expect.poll(async () => (await broken.ledger(person.workspaceId)).open).toBe(0);
				return Number(answer.headers.get("character-cost"));
			};
			expect([await cost(), await cost()]).toEqual([first.length, 0]);
			expect((await broken.ledger(person.workspaceId)).used).toBe(first.length);
		} finally {
			await broken.stop();
		}
	});

	test("does not mark sentences as paid that were not delivered before the client disconnected", async () => {
		const slow = await testApp({ fake: { realtime: true } });
		try {
			const person = await slow.user();
			const text = `${first}${second}${third}`;
			const client = new AbortController();
			const answer = await slow.postJson(
				`/v1/text-to-speech/${slow.voiceId}/stream`,
				person.apiKey,
				{ text },
				client.signal,
			);
			const reader = answer.body?.getReader();
			await reader?.read();
			client.abort();
			await expect.poll(async () => (await slow.ledger(person.workspaceId)).open).toBe(0);
			const { used } = await slow.ledger(person.workspaceId);
			const estimate = (await (
				await slow.postJson(`/v1/text-to-speech/${slow.voiceId}/estimate`, person.apiKey, { text })
			).json()) as Estimate;
			expect(estimate.new_characters).toBe(text.length - used);
			expect(estimate.new_characters).toBeGreaterThan(0);
		} finally {
			await slow.stop();
		}
	});

	test("a repeated sentence starts immediately", { tags: ["measured"] }, async () => {
		const person = await app.user();
		await speak(person.apiKey, { text: first });
		const times: number[] = [];
		for (let round = 0; round < 11; round++) {
			const started = performance.now();
			const answer = await app.postJson(path(), person.apiKey, { text: first });
			expect(answer.status).toBe(200);
			const reader = answer.body?.getReader();
			await reader?.read();
			times.push(performance.now() - started);
			// Read to the end, so that it is settled before the next one is timed.
			while (reader && !(await reader.read()).done);
		}
		// The product's limit is 50 ms, measured by bench:speech; this only tells a lookup from a synthesis on a busy machine.
		expect(times.sort((a, b) => a - b)[5]).toBeLessThan(250);
	});
});
