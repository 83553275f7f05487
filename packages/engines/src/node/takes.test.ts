import { expect, test } from "vitest";
import { createFakeEngine } from "../speech/providers/fake.ts";
import { createEngineRegistry } from "../speech/speech.ts";
import { unitsOf } from "../text/segment.ts";
import type { SpeechEvent, SpeechRequest, SpeechUnit } from "./protocol.ts";
import { createScheduler } from "./scheduler.ts";
import { type Speaking, speak } from "./speak.ts";
import { decodeTake, encodeTake, gatherSamples, type Take, type TakeStore } from "./takes.ts";

const text =
	"The first sentence is here. The second one, which is a good deal longer than the first one was, follows it. Done.";
const never = new AbortController().signal;

function memory(): TakeStore & { kept: Map<string, Uint8Array> } {
	const kept = new Map<string, Uint8Array>();
	return {
		kept,
		read: async (key) => kept.get(key),
		write: async (key, pieces) => {
			kept.set(key, Buffer.concat(pieces));
		},
	};
}

function aNode(takes?: TakeStore) {
	const begun: string[] = [];
	const registry = createEngineRegistry([createFakeEngine({ onSegment: (said) => begun.push(said) })]);
	return { speaking: { registry, scheduler: createScheduler({ capacity: 4 }), takes } satisfies Speaking, begun };
}

function units(stored: boolean): SpeechUnit[] {
	return unitsOf(text).map((unit, at) => ({
		...unit,
		text: text.slice(unit.start, unit.end),
		take: { key: `take-${at}`, stored },
	}));
}

function request(more: Partial<SpeechRequest> = {}): SpeechRequest {
	return {
		voices: [{ engine: "fake", speaker: "tone-low" }],
		units: units(false),
		format: "pcm_24000",
		priority: "interactive",
		...more,
	};
}

async function heard(events: AsyncIterable<SpeechEvent>) {
	const all: SpeechEvent[] = [];
	for await (const event of events) all.push(event);
	return {
		all,
		bytes: Buffer.concat(all.flatMap((event) => (event.type === "audio" ? [event.bytes] : []))),
		segments: all.flatMap((event) => (event.type === "segment" ? [event] : [])),
		kept: all.flatMap((event) => (event.type === "kept" ? [event.unit] : [])),
		timings: all.flatMap((event) => (event.type === "timing" ? [event] : [])),
	};
}

test("a take survives being written down", () => {
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

test("samples that are gathered piece by piece are all there, more than were expected too", () => {
	const gathered = gatherSamples(3);
	for (const piece of [[0, 1], [-1, 0.5, -0.5, 2], [-2]]) gathered.push(Float32Array.from(piece));
	expect([...gathered.all()]).toEqual([0, 32_767, -32_767, 16_384, -16_384, 32_767, -32_768]);
	expect(gatherSamples(3).all()).toHaveLength(0);
});

test.each(["pcm_24000", "pcm_16000", "mp3_44100_128"] as const)(
	"a stored sentence is replayed byte for byte as %s, and not synthesized again",
	async (format) => {
		const takes = memory();
		const { speaking, begun } = aNode(takes);
		const made = await heard(speak(request({ format }), speaking, never));
		expect(made.segments.filter((segment) => segment.last).map((segment) => segment.kept)).toEqual([true, true, true]);
		expect(made.kept).toEqual([]);
		expect(takes.kept.size).toBe(3);
		begun.length = 0;
		const again = await heard(speak(request({ format, units: units(true) }), speaking, never));
		expect(begun).toEqual([]);
		expect(again.segments.every((segment) => segment.stored)).toBe(true);
		expect(again.bytes.equals(made.bytes)).toBe(true);
	},
);

test("what should have been kept and is not is made after all", async () => {
	const { speaking, begun } = aNode(memory());
	const made = await heard(speak(request({ units: units(true) }), speaking, never));
	expect(begun.length).toBeGreaterThanOrEqual(3);
	expect(made.segments.every((segment) => !segment.stored)).toBe(true);
});

test("a store that fails costs the keeping, not the sound", async () => {
	const trouble: unknown[] = [];
	const broken: TakeStore = {
		read: () => Promise.reject(new Error("no")),
		write: () => Promise.reject(new Error("no")),
	};
	const { speaking } = aNode(broken);
	const made = await heard(speak(request(), { ...speaking, onTrouble: (error) => trouble.push(error) }, never));
	expect(made.bytes.length).toBeGreaterThan(0);
	expect(made.segments.some((segment) => segment.kept)).toBe(false);
	expect(made.kept).toEqual([]);
	expect(trouble).toHaveLength(3);
});

test("sound does not wait for a slow store, and a sentence on its way to it is waited for when it comes again", async () => {
	const takes = memory();
	const slow: TakeStore = {
		read: takes.read,
		write: async (key, pieces) => {
			await new Promise((resolve) => setTimeout(resolve, 200));
			await takes.write(key, pieces);
		},
	};
	const { speaking, begun } = aNode(slow);
	const [first, second] = units(false) as [SpeechUnit, SpeechUnit];
	const again: SpeechUnit = { ...first, take: { key: "take-0", stored: true } };
	const made = await heard(speak(request({ units: [first, second, again] }), speaking, never));
	const kinds = made.all.map((event) => event.type);
	expect(kinds.indexOf("kept")).toBeGreaterThan(kinds.indexOf("segment") + 1);
	expect(made.kept).toEqual([0, 1]);
	expect(made.segments.some((segment) => segment.kept)).toBe(false);
	expect(made.segments.at(-1)).toMatchObject({ unit: 2, stored: true });
	expect(begun.filter((said) => said.startsWith("The first"))).toHaveLength(1);
	expect(kinds.at(-1)).toBe("end");
});

test("times come before the sound they belong to, and are the same from a kept take", async () => {
	const { speaking } = aNode(memory());
	const made = await heard(speak(request({ timing: "known" }), speaking, never));
	const firstAudio = made.all.findIndex((event) => event.type === "audio");
	expect(made.all.findIndex((event) => event.type === "timing")).toBeLessThan(firstAudio);
	expect(made.timings.map((timing) => timing.written.characters.join("")).join("")).toBe(text);
	const again = await heard(speak(request({ timing: "known", units: units(true) }), speaking, never));
	expect(again.timings.map((timing) => timing.written.characters.join("")).join("")).toBe(text);
});

test("no times are told that nobody asked for", async () => {
	const { speaking } = aNode();
	expect((await heard(speak(request(), speaking, never))).timings).toEqual([]);
});

test("a live text is spoken as it comes, in one sound", async () => {
	const { speaking, begun } = aNode();
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
	const events = speak(request({ live: true, units: [] }), speaking, never, batches())[Symbol.asyncIterator]();
	const seen: SpeechEvent[] = [];
	const until = async (done: () => boolean) => {
		while (!done()) {
			const next = await events.next();
			if (next.done) return;
			seen.push(next.value);
		}
	};
	await until(() => seen.some((event) => event.type === "segment" && event.last));
	expect(begun).toHaveLength(1);
	more([two as SpeechUnit, three as SpeechUnit]);
	await until(() => seen.filter((event) => event.type === "segment" && event.last).length === 3);
	more(undefined);
	await until(() => false);
	expect(seen.at(-1)?.type).toBe("end");
	const whole = await heard(speak(request(), aNode().speaking, never));
	const bytes = Buffer.concat(seen.flatMap((event) => (event.type === "audio" ? [event.bytes] : [])));
	expect(bytes.length).toBe(whole.bytes.length);
});

test("two voices of different rates make one sound of the right length", async () => {
	const slow = { ...createFakeEngine({ sampleRate: 16_000 }) };
	const registry = createEngineRegistry([createFakeEngine(), { ...slow, info: { ...slow.info, id: "other" } }]);
	const speaking = { registry, scheduler: createScheduler({ capacity: 4 }) };
	const voices = [
		{ engine: "fake", speaker: "tone-low" },
		{ engine: "other", speaker: "tone-low" },
	];
	const mixed = await heard(
		speak(request({ voices, units: units(false).map((unit, at) => ({ ...unit, voice: at % 2 })) }), speaking, never),
	);
	const plain = await heard(speak(request(), speaking, never));
	expect(mixed.bytes.length / plain.bytes.length).toBeCloseTo(1, 1);
	expect(mixed.segments.reduce((sum, { seconds }) => sum + seconds, 0)).toBeCloseTo(mixed.bytes.length / 48_000, 1);
});

test("a break inside a sentence lasts as long as it says", async () => {
	const { speaking } = aNode();
	const [one] = units(false) as [SpeechUnit];
	const without = await heard(speak(request({ units: [one] }), speaking, never));
	const withBreak = await heard(
		speak(request({ units: [{ ...one, breaks: [{ at: 9, seconds: 2 }] }] }), speaking, never),
	);
	expect((withBreak.bytes.length - without.bytes.length) / 48_000).toBeCloseTo(2, 1);
});

test("a pronunciation that cannot be spoken is told with its place in the text", async () => {
	const { speaking } = aNode();
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
	const { segments } = await heard(speak(request({ units: [unit] }), speaking, never));
	expect(segments.flatMap((segment) => segment.unhonoured ?? [])).toMatchObject([
		{ start: 100 + start, end: 100 + start + 6 },
	]);
});
