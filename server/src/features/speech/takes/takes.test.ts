import type { Takes } from "@timbre/contract/speech/endpoints.ts";
import type { Db } from "@timbre/db/connect.ts";
import { SpeechBadRequestError } from "@timbre/engines/errors.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestApp, testApp } from "../../../testing/test-app.ts";
import { runWorkflow } from "../../../testing/workflows/run-workflow.ts";
import { takeCheckWorkflow } from "./check.workflow.ts";

// The fake engine drops the word "mumble" in its first take; the fake transcriber notices.
const good = "This sentence is read well. ";
const bad = "Here I mumble one word. ";
const text = `${good}${bad}${good}And the end.`;

/** Number of API connections waiting for a lock. */
async function waitingForLocks(db: Db): Promise<number | undefined> {
	const { rows } = await sql<{ count: number }>`
		select count(*)::int as count from pg_stat_activity
		where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
	return rows[0]?.count;
}

describe("takes", () => {
	let app: TestApp;
	beforeAll(async () => {
		app = await testApp();
	});
	afterAll(async () => app.stop());

	async function generated(body: Record<string, unknown> = {}) {
		const person = await app.user();
		const answer = await app.postJson(`/v1/text-to-speech/${app.voiceId}?output_format=pcm_24000`, person.apiKey, {
			text,
			...body,
		});
		const bytes = Buffer.from(await answer.arrayBuffer());
		const id = answer.headers.get("history-item-id") ?? "";
		const takes = () => app.get<Takes>(`/v1/history/${id}/takes`, person.apiKey);
		return { person, id, bytes, takes };
	}

	/** Runs the checks queued in the outbox, as the worker would. */
	async function runChecks(): Promise<void> {
		const rows = await app.db
			.selectFrom("outbox")
			.selectAll()
			.where("target", "=", "TakeCheck")
			.where("delivered_at", "is", null)
			.execute();
		for (const row of rows) {
			const { db } = app;
			await runWorkflow(takeCheckWorkflow, row.payload as never, { db, check: app.speech.check });
			await app.db.updateTable("outbox").set({ delivered_at: new Date() }).where("id", "=", row.id).execute();
		}
	}

	const retake = async (id: string, index: number, apiKey: string) =>
		app.postJson(`/v1/history/${id}/takes/${index}/retake`, apiKey, {});

	test("lists the sentences of a generation with their times, not checked yet", async () => {
		const { takes, bytes } = await generated();
		const found = await takes();
		expect(found.check).toBe("none");
		expect(found.sentences.map(({ start, end }) => text.slice(start, end)).join("")).toBe(text);
		expect(found.sentences.at(-1)?.end_seconds).toBeCloseTo(bytes.length / 48_000, 1);
		expect(found.sentences.every(({ verdict }) => verdict === null)).toBe(true);
		expect(found.alignment?.characters.join("")).toBe(text);
	});

	test("a requested take check runs in the background and reports the misread word with its offset and time", async () => {
		const { takes } = await generated({ take_check: true });
		expect((await takes()).check).toBe("running");
		await runChecks();
		const found = await takes();
		expect(found).toMatchObject({ check: "done", checked_by: "fake-transcriber" });
		expect(found.sentences.map(({ verdict }) => verdict)).toEqual(["good", "misread", "good", "good"]);
		const [word] = found.sentences[1]?.misread ?? [];
		expect(text.slice(word?.start, word?.end)).toBe("mumble");
		expect(word).toMatchObject({ expected: "mumble", heard: null, kind: "dropped" });
		expect(word?.start_seconds).toBeGreaterThan(found.sentences[1]?.start_seconds ?? 0);
		expect(word?.end_seconds).toBeLessThan(found.sentences[1]?.end_seconds ?? 0);
	});

	test("a retake of a sentence that take check did not find misread is charged like a new sentence", async () => {
		const { person, id } = await generated({ take_check: true });
		const before = await app.ledger(person.workspaceId);
		const unchecked = await retake(id, 1, person.apiKey);
		expect(unchecked.headers.get("character-cost")).toBe(String(bad.length));
		await runChecks();
		const wellRead = await retake(id, 0, person.apiKey);
		expect(wellRead.headers.get("character-cost")).toBe(String(good.length));
		expect(await app.ledger(person.workspaceId)).toMatchObject({
			used: before.used + bad.length + good.length,
			reserved: 0,
			open: 0,
		});
	});

	test("lists what a retake of each sentence costs: nothing where a word was misread", async () => {
		const { takes, person, id } = await generated({ take_check: true });
		const costs = async () => (await takes()).sentences.slice(0, 2).map((sentence) => sentence.retake_credits);
		expect(await costs()).toEqual([good.length, bad.length]);
		await runChecks();
		expect(await costs()).toEqual([good.length, 0]);
		const charged = await retake(id, 0, person.apiKey);
		expect(charged.headers.get("character-cost")).toBe(String(good.length));
	});

	test("a misread word that sounds right can be accepted, and the sentence is then good", async () => {
		const { takes, person, id } = await generated({ take_check: true });
		const accept = (index: number, body: unknown, apiKey = person.apiKey) =>
			app.postJson(`/v1/history/${id}/takes/${index}/accept`, apiKey, body);
		expect((await accept(1, { start: 0, end: 1 })).status, "while the check is running").toBe(409);
		await runChecks();
		const [word] = (await takes()).sentences[1]?.misread ?? [];
		const place = { start: word?.start, end: word?.end };
		expect((await accept(0, place)).status).toBe(404);
		expect((await accept(1, place, (await app.user()).apiKey)).status).toBe(404);
		const accepted = await accept(1, place);
		expect(accepted.status).toBe(200);
		expect(((await accepted.json()) as Takes).sentences[1]).toMatchObject({ verdict: "good", misread: [] });
		expect((await takes()).sentences[1]).toMatchObject({
			verdict: "good",
			misread: [],
			retake_credits: bad.length,
		});
		expect((await accept(1, place)).status, "only once").toBe(404);
	});

	test("a retake without enough credits is rejected and changes nothing", async () => {
		const { takes, person, id } = await generated();
		const { used } = await app.ledger(person.workspaceId);
		await app.db
			.updateTable("credit_account")
			.set({ credit_limit: used + 3 })
			.where("workspace_id", "=", person.workspaceId)
			.execute();
		const before = await takes();
		const answer = await retake(id, 0, person.apiKey);
		expect(((await answer.json()) as { detail: { status: string } }).detail.status).toBe("quota_exceeded");
		expect(await takes()).toEqual(before);
		expect(await app.ledger(person.workspaceId)).toMatchObject({ used, open: 0 });
	});

	test("a retake of a misread sentence is free, changes only that sentence and is checked again", async () => {
		const { takes, person, id, bytes } = await generated({ take_check: true });
		await runChecks();
		const before = await app.ledger(person.workspaceId);
		const answer = await retake(id, 1, person.apiKey);
		expect(answer.status).toBe(200);
		const retaken = (await answer.json()) as Takes;
		expect(retaken.sentences.map(({ take }) => take)).toEqual([1, 2, 1, 1]);
		expect(retaken.sentences[1]?.verdict, "the old take's finding is dropped").toBeNull();
		expect(await app.ledger(person.workspaceId)).toEqual(before);
		await runChecks();
		expect((await takes()).sentences.map(({ verdict }) => verdict)).toEqual(["good", "good", "good", "good"]);
		const audio = await fetch(`${app.url}/v1/history/${id}/audio`, { headers: { "xi-api-key": person.apiKey } });
		const now = Buffer.from(await audio.arrayBuffer());
		expect(now.length).toBe(bytes.length);
		expect(now.equals(bytes)).toBe(false);
		const end = Math.floor((retaken.sentences[0]?.end_seconds ?? 0) * 24_000) * 2 - 2;
		expect(now.subarray(0, end).equals(bytes.subarray(0, end)), "the sentence before is unchanged").toBe(true);
	});

	test("a take check can be requested later for an item without one", async () => {
		const { takes, id, person } = await generated();
		const answer = await app.postJson(`/v1/history/${id}/takes/check`, person.apiKey, {});
		expect(answer.status).toBe(202);
		expect(((await answer.json()) as Takes).check).toBe("running");
		await runChecks();
		expect((await takes()).check).toBe("done");
	});

	test("of two concurrent retakes one is rejected and the item stays consistent", async () => {
		const { takes, id, person } = await generated();
		// Hold the row lock until both have read the item.
		const pending = await app.db.transaction().execute(async (tx) => {
			await tx.selectFrom("history_item").select("id").where("id", "=", id).forUpdate().execute();
			const retakes = [retake(id, 1, person.apiKey), retake(id, 1, person.apiKey)];
			await expect.poll(() => waitingForLocks(app.db)).toBe(2);
			return { retakes };
		});
		const both = await Promise.all(pending.retakes);
		expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
		expect((await takes()).sentences[1]?.take).toBe(2);
		const audio = await fetch(`${app.url}/v1/history/${id}/audio`, { headers: { "xi-api-key": person.apiKey } });
		expect(audio.status).toBe(200);
		expect((await audio.arrayBuffer()).byteLength).toBeGreaterThan(0);
	});

	test("responds with 404 for an unknown sentence", async () => {
		const { id, person } = await generated();
		expect((await retake(id, 99, person.apiKey)).status).toBe(404);
	});

	test("ignores a check that finishes after a later one started", async () => {
		const { takes, id, person } = await generated({ take_check: true });
		await retake(id, 1, person.apiKey);
		const { db } = app;
		const run = { workspaceId: person.workspaceId, historyItemId: id, run: id };
		await runWorkflow(takeCheckWorkflow, run, { db, check: app.speech.check });
		expect((await takes()).check).toBe("running");
		await runChecks();
		expect((await takes()).check).toBe("done");
	});

	test("a sentence that the transcriber rejects is tried once, and the check says why it failed", async () => {
		const { takes, id, person } = await generated({ take_check: true });
		const attempts = new Map<string, number>();
		const check = async () => {
			throw new SpeechBadRequestError("the take is too long");
		};
		const run = { workspaceId: person.workspaceId, historyItemId: id, run: id };
		await runWorkflow(takeCheckWorkflow, run, { db: app.db, check }, undefined, attempts);
		expect([...attempts].filter(([name]) => name.startsWith("listen")).every(([, count]) => count === 1)).toBe(true);
		expect(await takes()).toMatchObject({ check: "failed", check_error: "The take is too long." });
		await app.postJson(`/v1/history/${id}/takes/check`, person.apiKey, {});
		expect(await takes()).toMatchObject({ check: "running", check_error: null });
		await runChecks();
		expect(await takes()).toMatchObject({ check: "done", check_error: null });
	});
});
