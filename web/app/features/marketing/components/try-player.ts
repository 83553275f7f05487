// The audio code of the demo, loaded on first interaction because most visitors never use it.
import { streamOf } from "@timbre/ui/audio/player/stream.ts";
import { estimateDuration } from "@timbre/ui/audio/time.ts";
import { player } from "../../../lib/audio/player.ts";
import { requestClip, requestTrySpeech } from "../marketing.queries.ts";

const itemId = "try";

type Sentence = {
	text: string;
	voice: { voice_id: string; name: string };
	/** URL of its audio, if it is generated already. */
	clip: string | undefined;
};

/** Speaks a visitor's sentence. Resolves when all audio has arrived. */
async function speak({ text, voice, clip }: Sentence, signal: AbortSignal): Promise<void> {
	player.clear();
	const stored = clip ? await requestClip(clip, signal) : undefined;
	const response = stored ?? (await requestTrySpeech(text, voice.voice_id, signal));
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
