import { maxVoiceEdits } from "@timbre/contract/voices/rules.ts";
import { count } from "../../../../lib/text/format.ts";

export type VoiceCounts = {
	voice_slots_used: number;
	voice_limit: number;
	max_voice_add_edits: number | null;
	voice_add_edit_counter: number;
};

/** "3 of 10 voices, 41 of 65 edits left" */
export function formatLimits(counts: VoiceCounts): string {
	const max = counts.max_voice_add_edits ?? maxVoiceEdits(counts.voice_limit);
	const left = Math.max(0, max - counts.voice_add_edit_counter);
	return `${count(counts.voice_slots_used)} of ${count(counts.voice_limit)} voices, ${count(left)} of ${count(max)} edits left`;
}
