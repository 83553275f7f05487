import type { Speaker } from "./speech.ts";

/** Parses the configured voices of a remote speech server, each "name" or "name:language". */
export function parseRemoteSpeakers(entries: readonly string[]): Speaker[] {
	return entries.map((entry) => {
		const [id = entry, language = "en-US"] = entry.split(":");
		return { id, name: id, language };
	});
}
