import type { Speaker } from "./speech.ts";

/** Voices of a remote speech server as they are configured: "name" or "name:language" each. */
export function parseRemoteSpeakers(entries: readonly string[]): Speaker[] {
	return entries.map((entry) => {
		const [id = entry, language = "en-US"] = entry.split(":");
		return { id, name: id, language };
	});
}
