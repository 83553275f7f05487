import { expect, test } from "vitest";
import { createFakeEngine } from "../speech/providers/fake.ts";
import { createEngineRegistry } from "../speech/speech.ts";
import { unitsOf } from "../text/segment.ts";
import { createEncodedCache } from "./encoded-cache.ts";
import type { SpeechEvent, SpeechRequest, SpeechUnit } from "./protocol.ts";
import { createScheduler } from "./scheduler.ts";
import { type SpeakContext, speak } from "./speak.ts";
import { createSampleBuffer, decodeTake, encodeTake, type Take, type TakeStore } from "./takes.ts";

const text =
	"The first sentence is here. The second one, which is a good deal longer than the first one was, follows it. Done.";
const never = new AbortController().signal;

function memoryStore(): TakeStore & { takes: Map<string, Uint8Array> } {
	const takes = new Map<string, Uint8Array>();
	return {
		takes,
		read: async (key) => takes.get(key),
		write: async (key, pieces) => {
			takes.set(key, Buffer.concat(pieces));
		},
	};
}

function createNode(takes?: TakeStore) {
	const started: string[] = [];
	const registry = createEngineRegistry([createFakeEngine({ onSegment: (text) => started.push(text) })]);
	return { context: { registry, scheduler: createScheduler({ capacity: 4 }), takes } satisfies SpeakContext, started };
}

function units(stored: boolean): SpeechUnit[] {
	return unitsOf(text).map((unit, at) => ({
		...unit,
		text: text.slice(unit.start, unit.end),
		take: { key: `take-${at}`, stored },
	}));
}

function request(options: Partial<SpeechRequest> = {}): SpeechRequest {
	return {
		voices: [{ engine: "fake", speaker: "tone-low" }],
		units: units(false),
		format: "pcm_24000",
		priority: "interactive",
		...options,
	};
}

async function collect(events: AsyncIterable<SpeechEvent>) {
	const all: SpeechEvent[] = [];
	for await (const event of events) all.push(event);
	return {
		all,
		bytes: Buffer.concat(all.flatMap((event) => (event.type === "audio" ? [event.bytes] : []))),
		segments: all.flatMap((event) => (event.type === "segment" ? [event] : [])),
		timings: all.flatMap((event) => (event.type === "timing" ? [event] : [])),
	};
}

test("encodes a take and decodes it again", () => {
	const take: Take = {
		sampleRate: 24_000,
		pcm: Int16Array.from([0, 1, -1, 32_767, -32_768]),
		writtenText: "Über 5 €",
		spokenText: "Über fünf Euro",
		spans: [{ writtenStart: 0, writtenEnd: 8, spokenStart: 0, spokenEnd: 14 }],
		written: { characters: ["Ü"], starts: [0], ends: [0.1] },
	};
	expect(decodeTake(Buffer.concat(encodeTake(take)))).toEqual(take);
	expect(decodeTake(Buffer.from("something else"))).toBeUndefined();
	expect(decodeTake(Buffer.from("TAKE1\n{broken\n"))).toBeUndefined();
});

test("collects samples piece by piece, beyond the expected size", () => {
	const buffer = createSampleBuffer(3);
	for (const piece of [[0, 1], [-1, 0.5, -0.5, 2], [-2]]) buffer.push(Float32Array.from(piece));
	expect([...buffer.all()]).toEqual([0, 32_767, -32_767, 16_384, -16_384, 32_767, -32_768]);
	expect(createSampleBuffer(3).all()).toHaveLength(0);
});

test.each(["pcm_24000", "pcm_16000", "mp3_44100_128"] as const)(
	"replays a stored sentence byte for byte as %s without synthesizing it again",
	async (format) => {
		const store = memoryStore();
		const { context, started } = createNode(store);
		const made = await collect(speak(request({ format }), context, never));
		expect(store.takes.size).toBe(3);
		started.length = 0;
		const again = await collect(speak(request({ format, units: units(true) }), context, never));
		expect(started).toEqual([]);
		expect(again.segments.every((segment) => segment.stored)).toBe(true);
		expect(again.bytes.equals(made.bytes)).toBe(true);
	},
);

test.each(["pcm_24000", "mp3_44100_128", "opus_48000_64"] as const)(
	"encodes a text once as %s, however often it is requested",
	async (format) => {
		const { context } = createNode(memoryStore());
		let encoded = 0;
		const cached = {
			...context,
			encodedCache: createEncodedCache(),
			onEncoded: (seconds: number) => (encoded += seconds),
		};
		const replay = () => collect(speak(request({ format, timing: "known", units: units(true) }), cached, never));
		const generated = await collect(speak(request({ format }), cached, never));
		const afterGeneration = encoded;
		const first = await replay();
		const second = await replay();
		expect(encoded).toBe(afterGeneration);
		expect(first.bytes.equals(generated.bytes)).toBe(true);
		expect(second.bytes.equals(generated.bytes)).toBe(true);
		const without = (events: SpeechEvent[]) => events.filter(({ type }) => type !== "audio");
		expect(without(second.all)).toEqual(without(first.all));
	},
);

test("does not replay encoded audio whose take was deleted", async () => {
	const store = memoryStore();
	const { context, started } = createNode(store);
	const cached = { ...context, encodedCache: createEncodedCache() };
	await collect(speak(request(), cached, never));
	for (let round = 0; round < 2; round++) await collect(speak(request({ units: units(true) }), cached, never));
	store.takes.delete("take-1");
	started.length = 0;
	await collect(speak(request({ units: units(true) }), cached, never));
	expect(started.length).toBeGreaterThan(0);
});

test("a stored text with other pauses is encoded anew", async () => {
	const { context } = createNode(memoryStore());
	const cached = { ...context, encodedCache: createEncodedCache() };
	await collect(speak(request(), cached, never));
	const usual = await collect(speak(request({ units: units(true) }), cached, never));
	const paragraphs = units(true).map((unit): SpeechUnit => ({ ...unit, boundary: "paragraph" }));
	const slower = await collect(speak(request({ units: paragraphs }), cached, never));
	expect(slower.bytes.length).toBeGreaterThan(usual.bytes.length);
});

test("keeps only as much encoded audio as fits", () => {
	const cache = createEncodedCache(1_000);
	const audio = (bytes: number) => ({ units: [new Uint8Array(bytes)], rest: new Uint8Array(), peaks: [] });
	cache.set("a", audio(400));
	cache.set("b", audio(400));
	cache.get("a");
	cache.set("c", audio(400));
	expect([cache.get("a"), cache.get("b"), cache.get("c")].map(Boolean)).toEqual([true, false, true]);
});

test("synthesizes a sentence whose stored take is missing", async () => {
	const { context, started } = createNode(memoryStore());
	const made = await collect(speak(request({ units: units(true) }), context, never));
	expect(started.length).toBeGreaterThanOrEqual(3);
	expect(made.segments.every((segment) => !segment.stored)).toBe(true);
});

test("delivers audio when the store fails", async () => {
	const warnings: unknown[] = [];
	const broken: TakeStore = {
		read: () => Promise.reject(new Error("no")),
		write: () => Promise.reject(new Error("no")),
	};
	const { context } = createNode(broken);
	const made = await collect(speak(request(), { ...context, onWarning: (error) => warnings.push(error) }, never));
	expect(made.bytes.length).toBeGreaterThan(0);
	expect(warnings).toHaveLength(3);
});

test("does not delay audio for a slow store, and waits for a pending write before reading the take", async () => {
	const store = memoryStore();
	const read = Promise.withResolvers<void>();
	let written = 0;
	const slow: TakeStore = {
		read: store.read,
		write: async (key, pieces) => {
			// The first write ends only after the audio of the second sentence has started.
			await read.promise;
			await store.write(key, pieces);
			written++;
		},
	};
	const { context, started } = createNode(slow);
	const [first, second] = units(false) as [SpeechUnit, SpeechUnit];
	const again: SpeechUnit = { ...first, take: { key: "take-0", stored: true } };
	const events = (async function* () {
		for await (const event of speak(request({ units: [first, second, again] }), context, never)) {
			if (event.type === "segment" && event.unit === 1) {
				expect(written).toBe(0);
				read.resolve();
			}
			yield event;
		}
	})();
	const made = await collect(events);
	expect(written).toBe(2);
	expect(made.segments.at(-1)).toMatchObject({ unit: 2, stored: true });
	expect(started.filter((text) => text.startsWith("The first"))).toHaveLength(1);
	expect(made.all.at(-1)?.type).toBe("end");
});

test("sends timing before the audio it belongs to, also for a stored take", async () => {
	const { context } = createNode(memoryStore());
	const made = await collect(speak(request({ timing: "known" }), context, never));
	const firstAudio = made.all.findIndex((event) => event.type === "audio");
	expect(made.all.findIndex((event) => event.type === "timing")).toBeLessThan(firstAudio);
	expect(made.timings.map((timing) => timing.written.characters.join("")).join("")).toBe(text);
	const again = await collect(speak(request({ timing: "known", units: units(true) }), context, never));
	expect(again.timings.map((timing) => timing.written.characters.join("")).join("")).toBe(text);
});

test("measures the timing of a take that was stored without it, as if it had been requested at once", async () => {
	const fake = createFakeEngine();
	const untimed = {
		...fake,
		synthesize: async (...input: Parameters<typeof fake.synthesize>) => ({
			...(await fake.synthesize(...input)),
			durations: undefined,
		}),
	};
	const store = memoryStore();
	const context = {
		registry: createEngineRegistry([untimed]),
		scheduler: createScheduler({ capacity: 4 }),
		takes: store,
	};
	const sentence = "It cost $5, said Nguyen.";
	const unit = (stored: boolean): SpeechUnit => ({
		start: 100,
		end: 100 + sentence.length,
		text: sentence,
		boundary: "end",
		take: { key: "take", stored },
	});
	const stored = await collect(speak(request({ timing: "known", units: [unit(false)] }), context, never));
	expect(stored.timings).toEqual([]);
	const replayed = await collect(speak(request({ timing: "always", units: [unit(true)] }), context, never));
	expect(replayed.segments).toMatchObject([{ stored: true }]);
	const [measured] = replayed.timings;
	expect(measured).toMatchObject({ unit: 0, start: 100 });
	expect(measured?.written.characters.join("")).toBe(sentence);
	expect(measured?.spoken.characters.join("")).toContain("It cost five dollars");
	const ends = measured?.written.ends ?? [];
	expect(ends.toSorted((one, other) => one - other)).toEqual(ends);
	expect(ends.at(-1)).toBeGreaterThan(0);
	expect(ends.at(-1)).toBeLessThanOrEqual(replayed.bytes.length / 48_000);

	const another = { ...context, takes: memoryStore() };
	const atOnce = await collect(speak(request({ timing: "always", units: [unit(false)] }), another, never));
	const joined = (kind: "written" | "spoken", { timings }: typeof atOnce) =>
		timings.flatMap((timing) => timing[kind].characters).join("");
	expect(joined("written", atOnce)).toBe(joined("written", replayed));
	expect(joined("spoken", atOnce)).toContain("five dollars");
});

test("sends no timing unless it was requested", async () => {
	const { context } = createNode();
	expect((await collect(speak(request(), context, never))).timings).toEqual([]);
});

test("synthesizes live text as it arrives, in one stream", async () => {
	const { context, started } = createNode();
	const [one, two, three] = units(false);
	let more: (batch: SpeechUnit[] | undefined) => void = () => {};
	async function* batches(): AsyncIterable<SpeechUnit[]> {
		yield [one as SpeechUnit];
		for (;;) {
			const batch = await new Promise<SpeechUnit[] | undefined>((resolve) => {
				more = resolve;
			});
			if (!batch) return;
			yield batch;
		}
	}
	const events = speak(request({ live: true, units: [] }), context, never, batches())[Symbol.asyncIterator]();
	const seen: SpeechEvent[] = [];
	const until = async (done: () => boolean) => {
		while (!done()) {
			const next = await events.next();
			if (next.done) return;
			seen.push(next.value);
		}
	};
	await until(() => seen.some((event) => event.type === "segment" && event.last));
	expect(started).toHaveLength(1);
	more([two as SpeechUnit, three as SpeechUnit]);
	await until(() => seen.filter((event) => event.type === "segment" && event.last).length === 3);
	more(undefined);
	await until(() => false);
	expect(seen.at(-1)?.type).toBe("end");
	const whole = await collect(speak(request(), createNode().context, never));
	const bytes = Buffer.concat(seen.flatMap((event) => (event.type === "audio" ? [event.bytes] : [])));
	expect(bytes.length).toBe(whole.bytes.length);
});

test("combines two voices with different sample rates into audio of the right length", async () => {
	const slow = { ...createFakeEngine({ sampleRate: 16_000 }) };
	const registry = createEngineRegistry([createFakeEngine(), { ...slow, info: { ...slow.info, id: "other" } }]);
	const context = { registry, scheduler: createScheduler({ capacity: 4 }) };
	const voices = [
		{ engine: "fake", speaker: "tone-low" },
		{ engine: "other", speaker: "tone-low" },
	];
	const mixed = await collect(
		speak(request({ voices, units: units(false).map((unit, at) => ({ ...unit, voice: at % 2 })) }), context, never),
	);
	const plain = await collect(speak(request(), context, never));
	expect(mixed.bytes.length / plain.bytes.length).toBeCloseTo(1, 1);
	expect(mixed.segments.reduce((sum, { seconds }) => sum + seconds, 0)).toBeCloseTo(mixed.bytes.length / 48_000, 1);
});

test("adds a break of the requested length inside a sentence", async () => {
	const { context } = createNode();
	const [one] = units(false) as [SpeechUnit];
	const without = await collect(speak(request({ units: [one] }), context, never));
	const withBreak = await collect(
		speak(request({ units: [{ ...one, breaks: [{ at: 9, seconds: 2 }] }] }), context, never),
	);
	expect((withBreak.bytes.length - without.bytes.length) / 48_000).toBeCloseTo(2, 1);
});

test("reports an unsupported pronunciation with its offsets in the text", async () => {
	const { context } = createNode();
	const sentence = "It cost $5, said Nguyen.";
	const start = sentence.indexOf("Nguyen");
	const marks = [{ type: "phoneme", start, end: start + 6, phoneme: "h3llo", alphabet: "ipa" }] as const;
	const unit: SpeechUnit = {
		start: 100,
		end: 100 + sentence.length,
		text: sentence,
		boundary: "end",
		marks: [...marks],
	};
	const { segments } = await collect(speak(request({ units: [unit] }), context, never));
	expect(segments.flatMap((segment) => segment.unsupported ?? [])).toMatchObject([
		{ start: 100 + start, end: 100 + start + 6 },
	]);
});
