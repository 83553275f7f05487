import type { CharacterTimes } from "../alignment/characters.ts";
import { writeInt16 } from "../media/bytes.ts";
import type { SpokenSpan } from "../text/spans.ts";

/**
 * The audio of one sentence without the pause after it, plus its character timing.
 * Invariant: field names never change, because takes are stored with them.
 */
export type Take = {
	sampleRate: number;
	pcm: Int16Array;
	/** The sentence as written. */
	writtenText: string;
	/** The text after normalization (numbers and abbreviations written out), which a transcript should match. */
	spokenText: string;
	/** Maps ranges of `writtenText` to ranges of `spokenText`. */
	spans: SpokenSpan[];
	written?: CharacterTimes;
	spoken?: CharacterTimes;
	/** Pronunciations that the engine could not apply. Offsets are into the sentence. */
	unhonoured?: { start: number; end: number; reason: string }[];
};

/** Key-value storage for takes. */
export type TakeStore = {
	read(key: string): Promise<Uint8Array | undefined>;
	/** Writes the concatenation of `pieces`. */
	write(key: string, pieces: readonly Uint8Array[]): Promise<void>;
};

const magic = "TAKE1\n";

/**
 * Layout: a magic line, a line of JSON metadata, 16-bit samples. Returned in pieces so that the samples need not be
 * copied.
 */
export function encodeTake({ pcm, ...metadata }: Take): Uint8Array[] {
	const head = Buffer.from(`${magic}${JSON.stringify(metadata)}\n`);
	// 16-bit samples must start at an even offset.
	const pad = Buffer.alloc(head.length % 2, "\n");
	return [head, pad, new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength)];
}

/** Returns undefined for anything that is not a complete take; the sentence is then synthesized again. */
export function decodeTake(bytes: Uint8Array): Take | undefined {
	const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	if (file.toString("latin1", 0, magic.length) !== magic) return undefined;
	const line = file.indexOf("\n", magic.length);
	if (line < 0) return undefined;
	try {
		const metadata = JSON.parse(file.toString("utf8", magic.length, line)) as Omit<Take, "pcm">;
		const start = line + 1 + ((line + 1) % 2);
		const samples = file.subarray(start);
		const pcm = new Int16Array(samples.length >> 1);
		new Uint8Array(pcm.buffer).set(samples.subarray(0, pcm.byteLength));
		return { ...metadata, pcm };
	} catch {
		return undefined;
	}
}

export type SampleBuffer = { push(pcm: Float32Array): void; all(): Int16Array };

/**
 * Collects samples as 16-bit integers while they stream. Uses one array that doubles in size: hundreds of sentences may
 * end at the same moment, and many small arrays would burden the garbage collector.
 */
export function createSampleBuffer(expected: number): SampleBuffer {
	let samples = new Int16Array(expected);
	let length = 0;
	return {
		push(pcm) {
			if (length + pcm.length > samples.length) {
				const larger = new Int16Array(Math.max(samples.length * 2, length + pcm.length));
				larger.set(samples);
				samples = larger;
			}
			writeInt16(pcm, samples, length);
			length += pcm.length;
		},
		all: () => samples.subarray(0, length),
	};
}

export function toFloat(pcm: Int16Array): Float32Array {
	const samples = new Float32Array(pcm.length);
	// Hot path: ten times as fast as Float32Array.from with a callback.
	for (let index = 0; index < pcm.length; index++) samples[index] = (pcm[index] as number) / 32_767;
	return samples;
}
