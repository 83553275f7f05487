import type { SpeechRequest } from "./protocol.ts";

/** The encoded audio of a request: the bytes of each sentence, what the encoder returned at the end, and the peaks. */
export type EncodedAudio = { units: readonly Uint8Array[]; rest: Uint8Array; peaks: readonly number[] };

export type EncodedCache = {
	get(key: string): EncodedAudio | undefined;
	set(key: string, audio: EncodedAudio): void;
	delete(key: string): void;
};

const maxCacheBytes = 32 * 1024 * 1024;
/** About 32 seconds of the default mp3. */
export const maxEncodedBytes = 512 * 1024;
const maxUnits = 32;

/**
 * Keeps the encoded audio of short texts, because encoding takes most of the time of a request whose sentences are stored.
 * The least recently used entries are dropped.
 */
export function createEncodedCache(maxBytes = maxCacheBytes): EncodedCache {
	const entries = new Map<string, { audio: EncodedAudio; bytes: number }>();
	let total = 0;
	const remove = (key: string) => {
		total -= entries.get(key)?.bytes ?? 0;
		entries.delete(key);
	};
	return {
		get(key) {
			const entry = entries.get(key);
			if (!entry) return undefined;
			entries.delete(key);
			entries.set(key, entry);
			return entry.audio;
		},
		set(key, audio) {
			remove(key);
			const bytes = audio.units.reduce((sum, { length }) => sum + length, audio.rest.length + key.length * 2);
			entries.set(key, { audio, bytes });
			total += bytes;
			for (const oldest of entries.keys()) {
				if (total <= maxBytes) break;
				remove(oldest);
			}
		},
		delete: remove,
	};
}

/**
 * Identifies the encoded audio of a request by everything that affects it: the takes, the pauses between them and the
 * format. Undefined if a sentence is not to be stored, or if there are many.
 */
export function encodedKey({ live, voices, units, format }: SpeechRequest): string | undefined {
	if (live || units.length > maxUnits || !units.every(({ take }) => take)) return undefined;
	const parts = units.map(({ take, boundary, voice }) => [take?.key, boundary, voices[voice ?? 0]?.speed ?? 1]);
	return JSON.stringify([format, voices[0]?.engine, parts]);
}
