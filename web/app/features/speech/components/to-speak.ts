import { speechEndpoints } from "@timbre/contract/speech.ts";
import { estimateDuration } from "@timbre/ui/audio/time.ts";
import { openLines } from "../../../lib/api.ts";
import type { SpeakRequest } from "../speech.speaking.queries.ts";
import { formatMime, isWhole, type PageFormat } from "./formats.ts";
import { speechRequest } from "./speech-request.ts";

/** One text in one voice, as the player is asked for it. */
export function toSpeak(asked: Parameters<typeof speechRequest>[0], format: PageFormat): SpeakRequest {
	const { text, voice, settings } = asked;
	return {
		open: (signal) =>
			openLines(isWhole(format) ? speechEndpoints.convertWithTimestamps : speechEndpoints.streamWithTimestamps, {
				params: { voice_id: voice.voice_id },
				query: { output_format: format as never },
				body: speechRequest(asked),
				signal,
			}),
		mimeType: formatMime(format),
		item: {
			extra: { text },
			player: {
				title: text.slice(0, 200),
				description: voice.name,
				duration: (estimateDuration(text) / settings.speed) * 1000,
				voice_id: voice.voice_id,
				voice_name: voice.name,
			},
		},
	};
}
