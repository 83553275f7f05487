// The audio code of the demo, loaded on first interaction because most visitors never use it.
import { streamOf } from "@timbre/ui/audio/player/stream.ts";
import { estimateDuration } from "@timbre/ui/audio/time.ts";
import { player } from "../../../lib/audio/player.ts";
import { requestTrySpeech } from "../marketing.queries.ts";

const itemId = "try";

/** Speaks a visitor's sentence. Resolves when all audio has arrived. */
async function speak(text: string, voice: { voice_id: string; name: string }, signal: AbortSignal): Promise<void> {
	player.clear();
	const response = await requestTrySpeech(text, voice.voice_id, signal);
	await player.load(
		{
			id: itemId,
			type: "text-to-speech",
			extra: { text },
			player: {
				title: text,
				description: voice.name,
				duration: estimateDuration(text) * 1000,
				voice_id: voice.voice_id,
			},
		},
		streamOf(response),
	);
}

export const tryPlayer = { player, itemId, speak };
export type TryPlayer = typeof tryPlayer;
