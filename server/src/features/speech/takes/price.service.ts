import type { Database } from "@timbre/db/connect.ts";
import type { SpeechVoice } from "@timbre/engines/node/protocol.ts";
import type { Context } from "../../../core/http/context.ts";
import { modelForEngine } from "../../models/models.public.ts";
import { getUsableVoice, type UsableVoice } from "../../voices/voices.public.ts";
import { creditsFor } from "../plan/credits.ts";
import type { Findings, StoredPlan, StoredUnit } from "./types.ts";

export type Sentence = { unit: StoredUnit; voice: SpeechVoice };

/** What a retake of a sentence costs: nothing if take check found it misread. Undefined if there is no such sentence. */
export function retakePrice(
	item: { findings: Findings; plan: StoredPlan },
	index: number,
	voices: readonly UsableVoice[],
): number | undefined {
	const unit = item.plan.units[index];
	const voice = item.plan.voices[unit?.voice ?? 0];
	if (!unit || !voice) return undefined;
	const finding = item.findings[String(index)];
	// A finding for an earlier take does not count.
	if (finding?.verdict === "misread" && finding.hash === unit.hash) return 0;
	const rate = speakerOf({ unit, voice }, voices)?.rate ?? 1;
	return creditsFor((unit.end - unit.start) * rate, modelForEngine(voice.engine).cost);
}

export function speakerOf({ voice }: Sentence, voices: readonly UsableVoice[]): UsableVoice | undefined {
	return voices.find(({ engine, speaker }) => engine === voice.engine && speaker === voice.speaker);
}

/** All voices of the item must still be available, also those whose takes are only joined again. */
export async function getVoices(
	db: Database,
	context: Context,
	row: { voice_id: string; dialogue: readonly { voice_id: string }[] | null },
): Promise<UsableVoice[]> {
	const lines = row.dialogue ?? [row];
	const ids = [...new Set(lines.map((line) => line.voice_id))];
	return Promise.all(ids.map((id) => getUsableVoice(db, context.workspaceId, id, context)));
}
