import { unitsOf } from "../../text/segment.ts";
import type { SpeechRequest, SpeechVoice } from "../protocol.ts";

/**
 * A request for one voice and one text, without pronunciation marks or stored takes: for previews, trials and
 * measurements.
 */
export function plainRequest(
	options: SpeechVoice & { text: string } & Pick<SpeechRequest, "format" | "priority" | "timing">,
): SpeechRequest {
	const { text, format, priority, timing, ...voice } = options;
	return {
		voices: [voice],
		units: unitsOf(text).map((unit) => ({ ...unit, text: text.slice(unit.start, unit.end) })),
		format,
		priority,
		...(timing ? { timing } : {}),
	};
}
