import { unitsOf } from "../text/segment.ts";
import type { SpeechRequest, SpeechVoice } from "./protocol.ts";

/** One voice reads one text, nothing marked and nothing kept: previews, trials, measurements. */
export function plainRequest(
	wanted: SpeechVoice & { text: string } & Pick<SpeechRequest, "format" | "priority" | "timing">,
): SpeechRequest {
	const { text, format, priority, timing, ...voice } = wanted;
	return {
		voices: [voice],
		units: unitsOf(text).map((unit) => ({ ...unit, text: text.slice(unit.start, unit.end) })),
		format,
		priority,
		...(timing ? { timing } : {}),
	};
}
