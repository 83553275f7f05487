import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { SpeechBadRequestError, SpeechBusyError, SpeechFailedError } from "../../errors.ts";
import { createFakeEngine } from "../../speech/providers/fake.ts";
import { createEngineRegistry } from "../../speech/speech.ts";
import {
	createFakeRecognizer,
	type FakeRecognizerOptions,
	fakePassage,
} from "../../transcription/providers/fake-recognizer.ts";
import type { Recognizer } from "../../transcription/recognizer.ts";
import type { ListenEvent, ListenOptions, TranscribeOptions } from "../../transcription/transcript.ts";
import { createSpeechClient } from "../client.ts";
import { createScheduler } from "../scheduler.ts";
import { createSpeechServer } from "../server.ts";

const closing: (() => void)[] = [];
afterEach(() => {
	for (const close of closing.splice(0)) close();
});

async function startNode(fake: FakeRecognizerOptions = {}, recognizer: Recognizer = createFakeRecognizer(fake)) {
	const server = createSpeechServer({
		registry: createEngineRegistry([createFakeEngine()]),
		scheduler: createScheduler({ capacity: 8 }),
		recognizer,
		ready: () => true,
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	closing.push(() => {
		server.closeAllConnections();
		server.close();
	});
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function clientOf(...urls: (string | Promise<string>)[]) {
	const client = createSpeechClient({ urls: await Promise.all(urls) });
	closing.push(client.close);
	return client;
}

const rate = 16_000;
const never = new AbortController().signal;

/** Tones of the given pitch, or silence. */
function sound(...parts: [seconds: number, hertz: number][]): Buffer {
	return Buffer.concat(
		parts.map(([seconds, hertz]) => {
			const bytes = Buffer.alloc(Math.round(seconds * rate) * 2);
			for (let at = 0; at < bytes.length / 2; at++)
				bytes.writeInt16LE(Math.round(9000 * Math.sin((2 * Math.PI * hertz * at) / rate)), at * 2);
			return bytes;
		}),
	);
}

const moonshine: TranscribeOptions = { model: "moonshine" };

describe("POST /transcribe", () => {
	test("returns a segment for each stretch of speech, with words in order inside it", async () => {
		const client = await clientOf(startNode());
		const pcm = sound([1, 0], [3, 220], [1, 0], [2, 440], [0.5, 0]);
		const { language, probability, seconds, segments, events } = await client.transcribe(
			pcm,
			{ ...moonshine, speakers: true },
			never,
		);
		expect({ language, probability, seconds, events }).toEqual({
			language: "en",
			probability: 0.98,
			seconds: 7.5,
			events: [],
		});
		expect(segments.map(({ start, end }) => [Math.round(start), Math.round(end)])).toEqual([
			[1, 4],
			[5, 7],
		]);
		const words = segments.flatMap((segment) => segment.words);
		expect(fakePassage).toContain(words.map(({ text }) => text).join(" "));
		const times = words.flatMap(({ start, end }) => [start, end]);
		expect(times).toEqual(times.toSorted((a, b) => a - b));
		expect(segments[0]?.voices[0]?.vector).not.toEqual(segments[1]?.voices[0]?.vector);
	});

	test("returns the times of characters if wanted, and the language that was given", async () => {
		const client = await clientOf(startNode());
		const options: TranscribeOptions = {
			model: "whisper-base",
			language: "de",
			keyterms: ["Timbre"],
			characters: true,
		};
		const { language, probability, segments } = await client.transcribe(sound([2, 220]), options, never);
		expect([language, probability]).toEqual(["de", 1]);
		const [word] = segments[0]?.words ?? [];
		expect(word?.characters?.map(({ text }) => text).join("")).toBe("Timbre");
		expect(word?.characters?.at(-1)?.end).toBe(word?.end);
	});

	test("rejects unknown models, long audio, and a node without a transcriber", async () => {
		const url = await startNode();
		const client = await clientOf(url);
		const wrong = { model: "other" } as unknown as TranscribeOptions;
		await expect(client.transcribe(sound([1, 220]), wrong, never)).rejects.toThrow(SpeechBadRequestError);
		await expect(client.transcribe(new Uint8Array(201 * rate * 2), moonshine, never)).rejects.toThrow("200 seconds");
		const response = await fetch(`${url}/transcribe`, { method: "POST", body: "nothing" });
		expect(response.status).toBe(400);
	});

	test("stops when the client disconnects", async () => {
		const stopped = Promise.withResolvers<void>();
		const abort = new AbortController();
		const recognizer: Recognizer = {
			...createFakeRecognizer(),
			transcribe: (_pcm, _options, signal) => {
				signal.addEventListener("abort", () => stopped.resolve());
				abort.abort();
				return new Promise(() => {});
			},
		};
		const client = await clientOf(startNode({}, recognizer));
		const waiting = client.transcribe(sound([1, 220]), moonshine, abort.signal);
		await expect(waiting).rejects.toThrow();
		await stopped.promise;
	});
});

const vad = { silenceSeconds: 0.5, threshold: 0.5, minSpeechMs: 100, minSilenceMs: 100 };

describe("POST /listen", () => {
	async function listen(options: Partial<ListenOptions> = {}, urls = [startNode()]) {
		return (await clientOf(...urls)).listen({ model: "moonshine", ...options }, never);
	}

	async function collect(events: AsyncIterable<ListenEvent>): Promise<ListenEvent[]> {
		const all: ListenEvent[] = [];
		for await (const event of events) all.push(event);
		return all;
	}

	const finals = (events: ListenEvent[]) => events.filter((event) => event.type === "final");

	test("sends partial texts while someone speaks and the final text on a commit", async () => {
		const session = await listen();
		const iterator = session.events[Symbol.asyncIterator]();
		await session.push(sound([1, 220]));
		expect((await iterator.next()).value).toEqual({ type: "partial", text: "The morning train" });
		session.commit();
		const event: ListenEvent | undefined = (await iterator.next()).value;
		expect(event).toMatchObject({ type: "final", text: "The morning train", language: "en", start: 0 });
		expect(event?.type === "final" && event.words.map(({ text }) => text)).toEqual(["The", "morning", "train"]);
		session.close();
		expect((await iterator.next()).done).toBe(true);
	});

	test("commits after a pause if voice activity should", async () => {
		const session = await listen({ vad });
		const collected = collect(session.events);
		const audio = sound([1, 0], [2, 220], [1, 0], [1, 220], [1, 0]);
		for (let at = 0; at < audio.length; at += 3200) await session.push(audio.subarray(at, at + 3200));
		session.close();
		const found = finals(await collected);
		expect(found.map(({ start, end }) => [Math.round(start), Math.round(end)])).toEqual([
			[1, 3],
			[4, 5],
		]);
		expect(found.every(({ text }) => text.startsWith("The morning"))).toBe(true);
	});

	test("does not depend on how the audio is split", async () => {
		const audio = sound([0.4, 0], [2.1, 220], [1, 0], [1.3, 440], [0.8, 0]);
		const results: unknown[] = [];
		for (const size of [audio.length, 16_000, 1_234]) {
			const session = await listen({ vad });
			const collected = collect(session.events);
			for (let at = 0; at < audio.length; at += size) await session.push(audio.subarray(at, at + size));
			session.close();
			results.push(finals(await collected));
		}
		expect(results[1]).toEqual(results[0]);
		expect(results[2]).toEqual(results[0]);
	});

	test("returns an empty final text if nothing was said before a commit", async () => {
		const session = await listen();
		const collected = collect(session.events);
		await session.push(sound([2, 0]));
		session.commit();
		session.close();
		expect(await collected).toMatchObject([{ type: "final", text: "", words: [] }]);
	});

	test("keeps the text of a long segment together", async () => {
		const session = await listen();
		const collected = collect(session.events);
		const audio = sound([30, 220]);
		for (let at = 0; at < audio.length; at += 32_000) await session.push(audio.subarray(at, at + 32_000));
		session.commit();
		session.close();
		const [final, ...others] = finals(await collected);
		expect(others).toEqual([]);
		expect([Math.round(final?.start ?? -1), Math.round(final?.end ?? 0)]).toEqual([0, 30]);
		const times = final?.words.flatMap(({ start, end }) => [start, end]) ?? [];
		expect(times).toEqual(times.toSorted((a, b) => a - b));
	});

	test("uses another node if the first is busy", async () => {
		const busy: Recognizer = {
			...createFakeRecognizer(),
			listen: () => {
				throw new SpeechBusyError(3);
			},
		};
		await expect(listen({}, [startNode({}, busy)])).rejects.toThrow(SpeechBusyError);
		const session = await listen({}, [startNode({}, busy), startNode({}, busy), startNode()]);
		const collected = collect(session.events);
		await session.push(sound([1, 220]));
		session.commit();
		session.close();
		expect(finals(await collected)).toMatchObject([{ text: "The morning train" }]);
	});

	test("reports a lost node to the reader", async () => {
		const session = await listen();
		const collected = collect(session.events);
		await session.push(sound([1, 220]));
		for (const close of closing.splice(0)) close();
		await expect(collected).rejects.toThrow(SpeechFailedError);
	});
});
