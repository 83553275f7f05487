import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { packSaved, unpackSaved } from "../../../lib/saved-item.ts";

// Signing out removes every key under xi:.
const key = "xi:voices";

/** The last list of voices, cached for a week so it shows immediately while a fresh one loads. */
export function getCachedVoices(nowMs = Date.now()): Voice[] | undefined {
	const stored = globalThis.localStorage?.getItem(key);
	return stored ? unpackSaved<Voice[]>(stored, nowMs) : undefined;
}

export function cacheVoices(voices: Voice[], nowMs = Date.now()): void {
	try {
		globalThis.localStorage?.setItem(key, packSaved(voices, nowMs));
	} catch {
		// Storage is full: don't cache, and don't show an older list instead.
		clearCachedVoices();
	}
}

export function clearCachedVoices(): void {
	globalThis.localStorage?.removeItem(key);
}
