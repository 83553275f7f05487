// The part of the box that makes sound. Loaded when somebody first touches the box, since most readers never do.
import { streamOf } from "@timbre/ui/audio/stream.ts";
import { estimateDuration } from "@timbre/ui/audio/time.ts";
import { player } from "../../../lib/player.ts";
import { askToSpeak } from "../marketing.queries.ts";

const itemId = "try";

/** Speaks a visitor's sentence; pending until all of it has come. */
async function speak(text: string, voice: { voice_id: string; name: string }, signal: AbortSignal): Promise<void> {
	player.clear();
	const response = await askToSpeak(text, voice.voice_id, signal);
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

export const trySound = { player, itemId, speak };
export type TrySound = typeof trySound;
