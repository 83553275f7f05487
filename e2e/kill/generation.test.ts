import type { OutputFormat } from "@timbre/engines/media/formats.ts";
import { createScheduler } from "@timbre/engines/node/scheduler.ts";
import { speak } from "@timbre/engines/node/speak.ts";
import { plainRequest } from "@timbre/engines/node/wire/plain-request.ts";
import { voiceId } from "@timbre/engines/speech/catalogue.ts";
import { createFakeEngine } from "@timbre/engines/speech/providers/fake.ts";
import { createEngineRegistry } from "@timbre/engines/speech/speech.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Harness, startHarness, until } from "../../tools/bench/harness.ts";
import { type Listener, listen } from "../../tools/bench/listener.ts";
import { printFigures } from "../../tools/ci/figures.ts";

const format: OutputFormat = "pcm_24000";
const bytesPerSecond = 48_000;
const leaseSeconds = 4;
const text = [
	"Every sentence is a segment.",
	"This is the second of them.",
	"The third comes after it.",
	"Four is for the fourth one.",
	"Nearly done with the fifth.",
	"And here the story ends.",
].join(" ");

/** The byte and character offset at which each segment ends. */
async function segmentEnds(): Promise<{ characters: number; bytes: number }[]> {
	const node = { registry: createEngineRegistry([createFakeEngine()]), scheduler: createScheduler({ capacity: 1 }) };
	const request = { engine: "fake", speaker: "tone-low", text, format, priority: "interactive" as const };
	const ends: { characters: number; bytes: number }[] = [];
	let bytes = 0;
	for await (const event of speak(plainRequest(request), node, new AbortController().signal)) {
		if (event.type === "audio") bytes += event.bytes.length;
		if (event.type === "segment") ends.push({ characters: event.end, bytes });
	}
	return ends;
}

describe("kill -9 in the middle of a generation", () => {
	let harness: Harness;
	let ends: { characters: number; bytes: number }[];
	let totalBytes: number;

	beforeAll(async () => {
		ends = await segmentEnds();
		expect(ends).toHaveLength(6);
		totalBytes = ends.at(-1)?.bytes ?? 0;
		harness = await startHarness({
			engines: "fake",
			env: { FAKE_REALTIME: "true", LEASE_SECONDS: String(leaseSeconds) },
		});
	});
	afterAll(async () => harness?.stop());

	const startStream = (onBytes?: (bytes: number) => void, spoken = text) =>
		listen({
			onBytes,
			apiUrl: harness.stack.apiUrl,
			apiKey: harness.user.apiKey,
			voiceId: voiceId("fake", "tone-low"),
			text: spoken,
			format,
		});

	/** Starts several streams at different positions, the first of them past the given time. */
	async function startStaggered(count: number, seconds: number): Promise<Listener[]> {
		const listeners = [startStream()];
		const first = listeners[0] as Listener;
		const playedSeconds = (listener: Listener) => listener.bytes / bytesPerSecond;
		await until("the first audio", 20, () => first.bytes > 0);
		const step = (seconds - 0.2) / count;
		while (listeners.length < count) {
			const target = listeners.length * step;
			await until("the first stream to advance", 30, () => playedSeconds(first) >= target);
			listeners.push(startStream());
		}
		await until("audio on all streams", 20, () => listeners.every((listener) => listener.bytes > 0));
		await until("the time of the kill", 30, () => playedSeconds(first) >= seconds);
		return listeners;
	}

	/** A consistent snapshot of the ledger: with separate reads, a settlement in between would look like an error. */
	async function readLedger() {
		const { db, user } = harness;
		const { workspaceId } = user;
		return db
			.transaction()
			.setIsolationLevel("repeatable read")
			.execute(async (tx) => {
				const account = await tx
					.selectFrom("credit_account")
					.selectAll()
					.where("workspace_id", "=", workspaceId)
					.executeTakeFirstOrThrow();
				const entries = await tx
					.selectFrom("credit_entry")
					.selectAll()
					.where("workspace_id", "=", workspaceId)
					.execute();
				const open = await tx
					.selectFrom("credit_reservation")
					.selectAll()
					.where("workspace_id", "=", workspaceId)
					.where("state", "=", "open")
					.execute();
				return { account, entries, open };
			});
	}

	/** Waits until no reservation is open and checks that the account equals the sum of its entries. */
	async function expectBalanced(): Promise<{ entries: { generation_id: string; amount: number }[] }> {
		// A dead process is detected after its lease by a sweep that runs four times per lease.
		const { account, entries } = await until("all reservations to close", 3 * leaseSeconds + 10, async () => {
			const now = await readLedger();
			return now.open.length === 0 && now;
		});
		expect(account.reserved).toBe(0);
		expect(account.used).toBe(entries.reduce((sum, entry) => sum + entry.amount, 0));
		return { entries };
	}

	async function countPaidTakes({ generationId }: Listener): Promise<number> {
		const rows = await harness.db
			.selectFrom("credit_paid_take")
			.select("key")
			.where("workspace_id", "=", harness.user.workspaceId)
			.where("generation_id", "=", generationId ?? "")
			.where("characters", "is", null)
			.execute();
		return rows.length;
	}

	/** Allowed charges: all segments followed by later audio; one that ended exactly here may count or not. */
	function allowedCharges(listener: Listener): number[] {
		const reached = (isReached: (end: number) => boolean) =>
			ends.filter(({ bytes }) => isReached(bytes)).at(-1)?.characters ?? 0;
		return [reached((end) => end < listener.bytes), reached((end) => end <= listener.bytes)];
	}

	function chargeOf(listener: Listener, entries: { generation_id: string; amount: number }[]): number {
		return entries
			.filter(({ generation_id }) => generation_id === listener.generationId)
			.reduce((sum, { amount }) => sum + amount, 0);
	}

	/** Checks that a full sentence was delivered, so that an empty ledger would fail the test. */
	function expectCharge(listener: Listener): void {
		expect(Math.min(...allowedCharges(listener))).toBeGreaterThan(0);
	}

	async function expectRecovery(): Promise<void> {
		const listener = startStream(undefined, "All is well again.");
		expect((await listener.done).ended).toBe("complete");
		expect(listener.bytes).toBeGreaterThan(bytesPerSecond);
	}

	test.each(["worker", "restate"] as const)(
		"of the %s does not affect streams: all audio arrives, is charged and is in the history",
		async (name) => {
			const listeners = await startStaggered(4, 3);
			await harness.stack.kill(name);
			await harness.stack.waitReady(name);
			const [first] = listeners as [Listener];
			expect(first.bytes).toBeLessThan(totalBytes);
			await harness.stack.kill(name);
			for (const listener of listeners) {
				expect((await listener.done).ended).toBe("complete");
				expect(listener.bytes).toBe(totalBytes);
				printFigures(`longest gap but one while the ${name} was killed: ${listener.secondGapMs.toFixed(0)} ms`);
				// Killed twice: if audio waited for it, there would be two gaps.
				expect(listener.secondGapMs).toBeLessThan(2_000);
			}
			const { entries } = await expectBalanced();
			for (const listener of listeners) expect(chargeOf(listener, entries)).toBe(text.length);
			const items = await harness.db.selectFrom("history_item").select(["id", "audio_bytes"]).execute();
			for (const { generationId } of listeners) {
				expect(items.find(({ id }) => id === generationId)?.audio_bytes).toBe(totalBytes);
			}
			await harness.stack.waitReady(name);
		},
	);

	// Both are after the end of a sentence (at 2.31 s and 4.56 s), so that there is something to charge.
	test.each([2.5, 5.1])(
		"of the api, %s s into the first of 5 streams: the ledger equals what was delivered and no reservation stays open",
		async (seconds) => {
			const before = (await expectBalanced()).entries.length;
			const listeners = await startStaggered(5, seconds);
			await harness.stack.kill("api");
			for (const listener of listeners) expect((await listener.done).ended).toBe("broken");
			await harness.stack.waitReady("api");
			const { entries } = await expectBalanced();
			for (const listener of listeners) expect(allowedCharges(listener)).toContain(chargeOf(listener, entries));
			const charged = listeners.filter((listener) => chargeOf(listener, entries) > 0).length;
			expect(entries.length - before).toBe(charged);
			expectCharge(listeners[0] as Listener);
			expect(chargeOf(listeners[0] as Listener, entries)).toBeGreaterThan(0);
			await expectRecovery();
		},
	);

	test("of the api when the first byte of a segment arrives: all segments before it are charged", async () => {
		const offset = ends[1]?.bytes ?? 0;
		const pid = harness.stack.programs.get("api")?.pid ?? 0;
		const listener = startStream((bytes) => bytes > offset && process.kill(pid, "SIGKILL"));
		expect((await listener.done).ended).toBe("broken");
		await harness.stack.waitReady("api");
		const charge = chargeOf(listener, (await expectBalanced()).entries);
		expect(allowedCharges(listener)).toContain(charge);
		expect(charge).toBeGreaterThanOrEqual(ends[1]?.characters ?? 0);
	});

	test("of the api: what was charged is free afterwards, the rest is not", {
		tags: ["gate"],
	}, async () => {
		const { apiUrl } = harness.stack;
		const { apiKey } = harness.user;
		const request = {
			apiUrl,
			apiKey,
			voiceId: voiceId("fake", "tone-low"),
			text: text.replaceAll(".", "!"),
			format,
			newTake: false,
		};
		const listener = listen(request);
		await until("the third sentence", 30, () => listener.bytes > (ends[2]?.bytes ?? 0));
		await until("the third sentence to be paid", 10, async () => (await countPaidTakes(listener)) >= 3);
		await harness.stack.kill("api");
		expect((await listener.done).ended).toBe("broken");
		await harness.stack.waitReady("api");
		const charged = chargeOf(listener, (await expectBalanced()).entries);
		expect(allowedCharges(listener)).toContain(charged);
		const answer = await fetch(`${apiUrl}/v1/text-to-speech/${request.voiceId}/estimate`, {
			method: "POST",
			headers: { "xi-api-key": apiKey, "content-type": "application/json" },
			body: JSON.stringify({ text: request.text }),
		});
		expect(((await answer.json()) as { new_characters: number }).new_characters).toBe(text.length - charged);
	});

	test.each([2.6, 4.7])(
		"of the speech node, %s s into the first of 5 streams: each stream breaks off and is charged for what was delivered",
		async (seconds) => {
			const listeners = await startStaggered(5, seconds);
			await harness.stack.kill("speech-node");
			for (const listener of listeners) expect((await listener.done).ended).toBe("broken");
			const { entries } = await expectBalanced();
			for (const listener of listeners) expect(allowedCharges(listener)).toContain(chargeOf(listener, entries));
			expectCharge(listeners[0] as Listener);
			expect(chargeOf(listeners[0] as Listener, entries)).toBeGreaterThan(0);
			await harness.stack.waitForVoice(30_000);
			await expectRecovery();
		},
	);

	test("of clients at any time leaves no reservation open and charges at most what was delivered", async () => {
		const listeners = Array.from({ length: 60 }, () => startStream());
		// From before the first query up to the middle of the audio.
		await Promise.all(
			listeners.map(async (listener, index) => {
				await new Promise((resolve) => setTimeout(resolve, index * 40));
				listener.leave();
				await listener.done;
			}),
		);
		const { entries } = await expectBalanced();
		for (const listener of listeners.filter(({ generationId }) => generationId !== undefined)) {
			expect(chargeOf(listener, entries)).toBeLessThanOrEqual(Math.max(...allowedCharges(listener)));
		}
		await expectRecovery();
	});
});
