import type { Take } from "@timbre/contract/studio/take-schemas.ts";
import type { NewPlayerItem } from "@timbre/ui/audio/player/player-item.ts";
import { player } from "../../../../lib/audio/player.ts";
import { samePosition, takeItemId } from "../model/sentences.ts";
import { takeAudioUrl } from "../takes.queries.ts";

type Played = Pick<Take, "take_id" | "text"> & Partial<Pick<Take, "voice_id" | "voice_name" | "seconds">>;

const itemOf = ({ take_id, text, voice_id, voice_name, seconds }: Played): NewPlayerItem => ({
	id: takeItemId(take_id),
	type: "voicePreview",
	fileName: "take.wav",
	player: {
		title: text,
		description: voice_name ?? "Take",
		voice_id: voice_id ?? null,
		voice_name: voice_name ?? null,
		...(seconds === undefined ? {} : { duration: seconds * 1000 }),
	},
});

/** Plays a take in the shared player, from its start or from a position. */
export function playTake(projectId: string, take: Played, from = 0): void {
	const url = takeAudioUrl(projectId, take.take_id);
	void player.load({ ...itemOf(take), downloadUrl: url }, { url });
	if (from > 0) player.seek(from);
}

export function toggleTake(projectId: string, take: Played): void {
	if (player.state().item?.id === takeItemId(take.take_id)) player.toggle();
	else playTake(projectId, take);
}

/** Goes on with another take of the same sentence at the same position. */
export function switchTake(projectId: string, takes: readonly Take[], next: Take): void {
	const { item, status } = player.state();
	if (item?.id === takeItemId(next.take_id)) {
		player.toggle();
		return;
	}
	const current = takes.find(({ take_id }) => takeItemId(take_id) === item?.id);
	const isUnderWay = current !== undefined && status !== "ended" && status !== "ready";
	playTake(projectId, next, isUnderWay ? samePosition(player.time(), current, next) : 0);
}
