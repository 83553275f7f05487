import type { CharacterTimes } from "../alignment/characters.ts";
import { writeInt16 } from "../media/bytes.ts";
import type { SpokenSpan } from "../text/spans.ts";

/** The sound of one sentence as it was made, without the silence after it, and when each of its characters is heard. */
export type Take = {
	sampleRate: number;
	pcm: Int16Array;
	/** The sentence as written. */
	writtenText: string;
	/** What was said, numbers and short forms written out: what a listener should hear. */
	spokenText: string;
	/** Which stretch of the sentence became which stretch of `spokenText`. */
	spans: SpokenSpan[];
	written?: CharacterTimes;
	spoken?: CharacterTimes;
	/** Offsets are into the sentence. */
	unhonoured?: { start: number; end: number; reason: string }[];
};

/** Where takes are kept, by name. */
export type TakeStore = {
	read(key: string): Promise<Uint8Array | undefined>;
	/** The pieces as one. */
	write(key: string, pieces: readonly Uint8Array[]): Promise<void>;
};

const magic = "TAKE1\n";

/** A line that names the form, a line of facts, then the samples, 16 bits each. In pieces: the samples need not be copied to be written. */
export function encodeTake({ pcm, ...facts }: Take): Uint8Array[] {
	const head = Buffer.from(`${magic}${JSON.stringify(facts)}\n`);
	// Samples are read as a whole, so they must stand at an even place.
	const pad = Buffer.alloc(head.length % 2, "\n");
	return [head, pad, new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength)];
}

/** Undefined for anything that is not a whole take: it is then made anew. */
export function decodeTake(bytes: Uint8Array): Take | undefined {
	const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	if (whole.toString("latin1", 0, magic.length) !== magic) return undefined;
	const line = whole.indexOf("\n", magic.length);
	if (line < 0) return undefined;
	try {
		const facts = JSON.parse(whole.toString("utf8", magic.length, line)) as Omit<Take, "pcm">;
		const start = line + 1 + ((line + 1) % 2);
		const samples = whole.subarray(start);
		const pcm = new Int16Array(samples.length >> 1);
		new Uint8Array(pcm.buffer).set(samples.subarray(0, pcm.byteLength));
		return { ...facts, pcm };
	} catch {
		return undefined;
	}
}

export type Samples = { push(pcm: Float32Array): void; all(): Int16Array };

/**
 * Gathers sound as samples of 16 bits, piece by piece: hundreds of sentences may end in the same moment. In one array that doubles, since
 * every array that is made has to be found and freed again.
 */
export function gatherSamples(expected: number): Samples {
	let samples = new Int16Array(expected);
	let length = 0;
	return {
		push(pcm) {
			if (length + pcm.length > samples.length) {
				const longer = new Int16Array(Math.max(samples.length * 2, length + pcm.length));
				longer.set(samples);
				samples = longer;
			}
			writeInt16(pcm, samples, length);
			length += pcm.length;
		},
		all: () => samples.subarray(0, length),
	};
}

export function toFloat(pcm: Int16Array): Float32Array {
	return Float32Array.from(pcm, (sample) => sample / 32_767);
}
