import type { NewPlayerItem } from "@timbre/ui/audio/player/player-item.ts";
import { player } from "../../../lib/audio/player.ts";
import { decodeBase64 } from "../../../lib/audio/timed-audio.ts";

export type Clip = {
	id: string;
	title: string;
	description: string;
	url: string;
	voiceId: string;
	language?: string | null;
};

function clipItem({ id, title, description, voiceId, language }: Omit<Clip, "url">): NewPlayerItem {
	return {
		id,
		type: "voicePreview",
		player: { title, description, voice_id: voiceId, language: language ?? null },
	};
}

/** Plays or pauses a clip in the shared player. */
export function toggleClip(clip: Clip): void {
	if (player.state().item?.id === clip.id) {
		player.toggle();
		return;
	}
	void player.load(clipItem(clip), { url: clip.url });
}

/** Like toggleClip, for audio that comes inside a JSON response. */
export async function toggleAudio(
	clip: Omit<Clip, "url">,
	load: () => Promise<{ audio_base_64: string; media_type: string }>,
): Promise<void> {
	if (player.state().item?.id === clip.id) {
		player.toggle();
		return;
	}
	const audio = await load();
	const chunks = new Blob([decodeBase64(audio.audio_base_64)]).stream();
	void player.load(clipItem(clip), { chunks, mimeType: audio.media_type });
}
