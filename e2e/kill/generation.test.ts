import type { OutputFormat } from "@timbre/engines/media/formats.ts";
import { plainRequest } from "@timbre/engines/node/plain-request.ts";
import { createScheduler } from "@timbre/engines/node/scheduler.ts";
import { speak } from "@timbre/engines/node/speak.ts";
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

/** After how many bytes each segment is complete, and how many characters were spoken by then. */
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
	let whole: number;

	beforeAll(async () => {
		ends = await segmentEnds();
		expect(ends).toHaveLength(6);
		whole = ends.at(-1)?.bytes ?? 0;
		harness = await startHarness({
			engines: "fake",
			env: { FAKE_REALTIME: "true", LEASE_SECONDS: String(leaseSeconds) },
		});
	});
	afterAll(async () => harness?.stop());

	const begin = (onBytes?: (bytes: number) => void, wanted = text) =>
		listen({
			onBytes,
			apiUrl: harness.stack.apiUrl,
			apiKey: harness.person.apiKey,
			voiceId: voiceId("fake", "tone-low"),
			text: wanted,
			format,
		});

	/** Several listeners at different places of the text, the first of them past the given place. */
	async function staggered(count: number, seconds: number): Promise<Listener[]> {
		const listeners = [begin()];
		const first = listeners[0] as Listener;
		const heardSeconds = (listener: Listener) => listener.bytes / bytesPerSecond;
		await until("the first sound", 20, () => first.bytes > 0);
		const step = (seconds - 0.2) / count;
		while (listeners.length < count) {
			const wanted = listeners.length * step;
			await until("the first listener to hear on", 30, () => heardSeconds(first) >= wanted);
			listeners.push(begin());
		}
		await until("all to hear something", 20, () => listeners.every((listener) => listener.bytes > 0));
		await until("the place of the kill", 30, () => heardSeconds(first) >= seconds);
		return listeners;
	}

	/** The books at one moment: read one after the other, a settlement in between would look like a fault. */
	async function books() {
		const { db, person } = harness;
		const mine = person.workspaceId;
		return db
			.transaction()
			.setIsolationLevel("repeatable read")
			.execute(async (tx) => {
				const account = await tx
					.selectFrom("credit_account")
					.selectAll()
					.where("workspace_id", "=", mine)
					.executeTakeFirstOrThrow();
				const entries = await tx.selectFrom("credit_entry").selectAll().where("workspace_id", "=", mine).execute();
				const open = await tx
					.selectFrom("credit_reservation")
					.selectAll()
					.where("workspace_id", "=", mine)
					.where("state", "=", "open")
					.execute();
				return { account, entries, open };
			});
	}

	/** No reservation is open any more, and the account is the sum of its entries. */
	async function balanced(): Promise<{ entries: { generation_id: string; amount: number }[] }> {
		// A dead process is noticed after its lease, by a sweep that comes four times a lease.
		const { account, entries } = await until("all reservations to close", 3 * leaseSeconds + 10, async () => {
			const now = await books();
			return now.open.length === 0 && now;
		});
		expect(account.reserved).toBe(0);
		expect(account.used).toBe(entries.reduce((sum, entry) => sum + entry.amount, 0));
		return { entries };
	}

	async function keptOf({ generationId }: Listener): Promise<number> {
		const rows = await harness.db
			.selectFrom("credit_paid_take")
			.select("key")
			.where("workspace_id", "=", harness.person.workspaceId)
			.where("generation_id", "=", generationId ?? "")
			.execute();
		return rows.length;
	}

	/** What may be charged: all segments that were followed by later sound; the one that ended exactly here may count or not. */
	function fair(listener: Listener): number[] {
		const reached = (isReached: (end: number) => boolean) =>
			ends.filter(({ bytes }) => isReached(bytes)).at(-1)?.characters ?? 0;
		return [reached((end) => end < listener.bytes), reached((end) => end <= listener.bytes)];
	}

	function chargeOf(listener: Listener, entries: { generation_id: string; amount: number }[]): number {
		return entries
			.filter(({ generation_id }) => generation_id === listener.generationId)
			.reduce((sum, { amount }) => sum + amount, 0);
	}

	/** Has heard a whole sentence and more, so that a ledger of nothing at all would be found out. */
	function expectsToPay(listener: Listener): void {
		expect(Math.min(...fair(listener))).toBeGreaterThan(0);
	}

	async function speaksAgain(): Promise<void> {
		const listener = begin(undefined, "All is well again.");
		expect((await listener.done).ended).toBe("complete");
		expect(listener.bytes).toBeGreaterThan(bytesPerSecond);
	}

	test.each(["worker", "restate"] as const)(
		"of the %s disturbs no stream: all of it arrives, all of it is charged, and it is in the history",
		async (name) => {
			const listeners = await staggered(4, 3);
			await harness.stack.kill(name);
			await harness.stack.waitReady(name);
			const [first] = listeners as [Listener];
			expect(first.bytes).toBeLessThan(whole);
			await harness.stack.kill(name);
			for (const listener of listeners) {
				expect((await listener.done).ended).toBe("complete");
				expect(listener.bytes).toBe(whole);
				printFigures(`longest gap but one while the ${name} was killed: ${listener.secondGapMs.toFixed(0)} ms`);
				// Killed twice: were the audio to wait for it, it would wait twice.
				expect(listener.secondGapMs).toBeLessThan(2_000);
			}
			const { entries } = await balanced();
			for (const listener of listeners) expect(chargeOf(listener, entries)).toBe(text.length);
			const kept = await harness.db.selectFrom("history_item").select(["id", "audio_bytes"]).execute();
			for (const { generationId } of listeners) {
				expect(kept.find(({ id }) => id === generationId)?.audio_bytes).toBe(whole);
			}
			await harness.stack.waitReady(name);
		},
	);

	// Both lie after the end of a sentence (the first at 2.31 s, the second at 4.56 s), so that there is something to charge.
	test.each([2.5, 5.1])(
		"of the api, %s s into the first of 5 streams: the ledger's sum is what was delivered and no reservation stays open",
		async (seconds) => {
			const before = (await balanced()).entries.length;
			const listeners = await staggered(5, seconds);
			await harness.stack.kill("api");
			for (const listener of listeners) expect((await listener.done).ended).toBe("broken");
			await harness.stack.waitReady("api");
			const { entries } = await balanced();
			for (const listener of listeners) expect(fair(listener)).toContain(chargeOf(listener, entries));
			const charged = listeners.filter((listener) => chargeOf(listener, entries) > 0).length;
			expect(entries.length - before).toBe(charged);
			expectsToPay(listeners[0] as Listener);
			expect(chargeOf(listeners[0] as Listener, entries)).toBeGreaterThan(0);
			await speaksAgain();
		},
	);

	test("of the api in the moment the first byte of a segment arrives: all segments before it are charged", async () => {
		const place = ends[1]?.bytes ?? 0;
		const pid = harness.stack.programs.get("api")?.pid ?? 0;
		const listener = begin((bytes) => bytes > place && process.kill(pid, "SIGKILL"));
		expect((await listener.done).ended).toBe("broken");
		await harness.stack.waitReady("api");
		const charge = chargeOf(listener, (await balanced()).entries);
		expect(fair(listener)).toContain(charge);
		expect(charge).toBeGreaterThanOrEqual(ends[1]?.characters ?? 0);
	});

	test("of the api: sentences that were charged for and are kept are free afterwards, the others are not", {
		tags: ["gate"],
	}, async () => {
		const { apiUrl } = harness.stack;
		const { apiKey } = harness.person;
		const speaking = {
			apiUrl,
			apiKey,
			voiceId: voiceId("fake", "tone-low"),
			text: text.replaceAll(".", "!"),
			format,
			newTake: false,
		};
		const listener = listen(speaking);
		await until("the third sentence", 30, () => listener.bytes > (ends[2]?.bytes ?? 0));
		// The sound does not wait for the disk: that a sentence is kept, and so free, may be on record a moment after its price.
		await until("the third sentence to be kept", 10, async () => (await keptOf(listener)) >= 3);
		await harness.stack.kill("api");
		expect((await listener.done).ended).toBe("broken");
		await harness.stack.waitReady("api");
		const charged = chargeOf(listener, (await balanced()).entries);
		// Three, or more where the kill came late.
		const kept = await keptOf(listener);
		expect(kept).toBeGreaterThanOrEqual(3);
		expect(fair(listener)).toContain(charged);
		const free = ends[kept - 1]?.characters ?? 0;
		expect(free).toBeLessThanOrEqual(charged);
		const answer = await fetch(`${apiUrl}/v1/text-to-speech/${speaking.voiceId}/estimate`, {
			method: "POST",
			headers: { "xi-api-key": apiKey, "content-type": "application/json" },
			body: JSON.stringify({ text: speaking.text }),
		});
		expect(((await answer.json()) as { new_characters: number }).new_characters).toBe(text.length - free);
	});

	test.each([2.6, 4.7])(
		"of the speech node, %s s into the first of 5 streams: each stream breaks off and costs what was delivered",
		async (seconds) => {
			const listeners = await staggered(5, seconds);
			await harness.stack.kill("speech-node");
			for (const listener of listeners) expect((await listener.done).ended).toBe("broken");
			const { entries } = await balanced();
			for (const listener of listeners) expect(fair(listener)).toContain(chargeOf(listener, entries));
			expectsToPay(listeners[0] as Listener);
			expect(chargeOf(listeners[0] as Listener, entries)).toBeGreaterThan(0);
			await harness.stack.waitForVoice(30_000);
			await speaksAgain();
		},
	);

	test("of listeners, at any moment from the request on, leaves no reservation open and costs at most what they heard", async () => {
		const listeners = Array.from({ length: 60 }, () => begin());
		// From before the first query up to the middle of the sound.
		await Promise.all(
			listeners.map(async (listener, index) => {
				await new Promise((resolve) => setTimeout(resolve, index * 40));
				listener.leave();
				await listener.done;
			}),
		);
		const { entries } = await balanced();
		for (const listener of listeners.filter(({ generationId }) => generationId !== undefined)) {
			expect(chargeOf(listener, entries)).toBeLessThanOrEqual(Math.max(...fair(listener)));
		}
		await speaksAgain();
	});
});
