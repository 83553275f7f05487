import type { CharacterTimes } from "../alignment/characters.ts";
import { toInt16 } from "../media/bytes.ts";
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
	write(key: string, bytes: Uint8Array): Promise<void>;
};

const magic = "TAKE1\n";

/** A line that names the form, a line of facts, then the samples, 16 bits each. */
export function encodeTake({ pcm, ...facts }: Take): Uint8Array {
	const head = Buffer.from(`${magic}${JSON.stringify(facts)}\n`);
	// Samples are read as a whole, so they must stand at an even place.
	const pad = Buffer.alloc(head.length % 2, "\n");
	return Buffer.concat([head, pad, Buffer.from(pcm.buffer, pcm.byteOffset, pcm.byteLength)]);
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

/** By index, which is several times as fast as by `from`. */
export function toSamples(pcm: Float32Array): Int16Array {
	const samples = new Int16Array(pcm.length);
	for (let at = 0; at < pcm.length; at++) samples[at] = toInt16(pcm[at] as number);
	return samples;
}

export function joinSamples(pieces: readonly Int16Array[]): Int16Array {
	const whole = new Int16Array(pieces.reduce((total, piece) => total + piece.length, 0));
	let at = 0;
	for (const piece of pieces) {
		whole.set(piece, at);
		at += piece.length;
	}
	return whole;
}

export function toFloat(pcm: Int16Array): Float32Array {
	return Float32Array.from(pcm, (sample) => sample / 32_767);
}
