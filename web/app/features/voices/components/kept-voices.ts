import type { Voice } from "@timbre/contract/voices.entities.ts";
import { packSaved, unpackSaved } from "../../../lib/saved-item.ts";

// Signing out forgets everything under xi:.
const key = "xi:voices";

/** The list as it last came, for a week: it can be shown and chosen from at once while it is asked for anew. */
export function keptVoices(nowMs = Date.now()): Voice[] | undefined {
	const stored = globalThis.localStorage?.getItem(key);
	return stored ? unpackSaved<Voice[]>(stored, nowMs) : undefined;
}

export function keepVoices(voices: Voice[], nowMs = Date.now()): void {
	try {
		globalThis.localStorage?.setItem(key, packSaved(voices, nowMs));
	} catch {
		// No room in this browser: the list is asked for each time, and an older one is not shown in its place.
		forgetVoices();
	}
}

export function forgetVoices(): void {
	globalThis.localStorage?.removeItem(key);
}
