import { speechPaths } from "@timbre/contract/speech/paths.ts";
import type { NewPlayerItem } from "@timbre/ui/audio/player/player-item.ts";
import { estimateDuration } from "@timbre/ui/audio/time.ts";
import { openLines } from "../../../lib/api/api.ts";
import type { TimedLine } from "../../../lib/audio/timed-audio.ts";
import { formatMime, type PageFormat, playsWhenComplete } from "./formats.ts";
import { type SpeechParams, speechRequest } from "./speech-request.ts";

export type GenerationRequest = {
	open: (signal: AbortSignal) => ReturnType<typeof openLines>;
	mimeType: string;
	item: Omit<NewPlayerItem, "id" | "type">;
	/** Called with the item's id when the response starts. */
	onStart?: (itemId: string) => void;
	onLine?: (line: TimedLine) => void;
};

/** Prepares the generation of a text in one voice for the player. */
export function generationRequest(params: SpeechParams, format: PageFormat): GenerationRequest {
	const { text, voice, settings } = params;
	return {
		open: (signal) =>
			openLines(playsWhenComplete(format) ? speechPaths.convertWithTimestamps : speechPaths.streamWithTimestamps, {
				params: { voice_id: voice.voice_id },
				query: { output_format: format as never },
				body: speechRequest(params),
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
