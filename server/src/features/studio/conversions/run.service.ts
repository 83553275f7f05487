// What rendering a batch and checking its takes have in common.
import { AppError } from "@timbre/contract/errors.ts";
import { newId } from "../../../core/ids.ts";
import { modelsForEngines } from "../../models/models.public.ts";
import type { SpeechDeps } from "../../speech/speech.public.ts";
import type { UsableVoice } from "../../voices/voices.public.ts";
import type { backgroundContext } from "../../workspace/workspace.public.ts";
import { requireStudioVoice } from "../projects/voices.service.ts";
import type { Work } from "../sentences/batches.ts";
import type { NewTake } from "../takes/takes.repo.ts";
import type { ConversionRow } from "./conversions.repo.ts";

export type RenderRun = {
	deps: SpeechDeps;
	context: Awaited<ReturnType<typeof backgroundContext>>;
	row: ConversionRow;
	work: readonly Work[];
	onAudio: () => void;
};

/** Who holds the takes of a project. */
export const holderOf = (projectId: string): string => `studio:${projectId}`;

/** The voices of a batch, checked again: consent may have been revoked since the plan was made. */
export async function usableVoices(
	{ db }: Pick<SpeechDeps, "db">,
	context: RenderRun["context"],
	work: readonly Work[],
) {
	const indexes = new Map<string, number>();
	const list: UsableVoice[] = [];
	const speech: Work["voice"]["speech"][] = [];
	const keyOf = ({ voice }: Work) => JSON.stringify([voice.voiceId, voice.speech]);
	for (const one of work) {
		const key = keyOf(one);
		if (indexes.has(key)) continue;
		indexes.set(key, list.length);
		list.push(await requireStudioVoice(db, context, one.voice.voiceId));
		speech.push(one.voice.speech);
	}
	return { list, speech, indexOf: (one: Work) => indexes.get(keyOf(one)) ?? 0 };
}

export function modelOf({ engine }: UsableVoice) {
	const [model] = modelsForEngines([engine]);
	if (!model) throw new AppError("service_unavailable", "The engine of this voice isn't installed on this server.");
	return model;
}

export function newTakeOf({ sentence, voice }: Work, seconds: number, createdBy: string): NewTake {
	return {
		id: newId(),
		sentenceKey: sentence.key,
		text: sentence.unit.text.trim(),
		baseHash: sentence.baseHash,
		hash: sentence.hash,
		seed: sentence.seed,
		voiceId: voice.voiceId,
		voiceName: voice.voiceName,
		modelId: voice.modelId,
		voice: voice.speech,
		seconds,
		createdBy,
	};
}
