// New takes of single sentences.
// Invariant: a retake is free, and the item's audio, alignment and takes change together or not at all.
import { AppError } from "@timbre/contract/errors.ts";
import type { Takes } from "@timbre/contract/speech/endpoints.ts";
import type { Database } from "@timbre/db/connect.ts";
import type { SpeechVoice } from "@timbre/engines/node/protocol.ts";
import type { Context } from "../../../core/http/context.ts";
import { newId } from "../../../core/ids.ts";
import { type HistoryTake, updateHistoryItem } from "../../history/history.public.ts";
import { recordPaidSentences } from "../../usage/usage.paid.public.ts";
import { getUsableVoice, type UsableVoice } from "../../voices/voices.public.ts";
import { deleteFiles, type StoredFiles, storeFiles } from "../generate/files.service.ts";
import type { SpeechDeps } from "../generate/types.ts";
import { requireAllowed } from "../plan/moderation.ts";
import { takeHash, takeKey } from "../plan/take-hash.ts";
import { enqueueCheck } from "./check.service.ts";
import { type RebuiltAudio, rebuildAudio } from "./rebuild.service.ts";
import { replacePlan, startCheck } from "./takes.repo.ts";
import { getTakes, notFound, requireItem } from "./takes.service.ts";
import type { StoredPlan, StoredUnit } from "./types.ts";

const maxRetakes = 20;

type Item = Awaited<ReturnType<typeof requireItem>>;

/** Regenerates one sentence and rebuilds the item's audio from the stored takes of the others. */
export async function retake(deps: SpeechDeps, context: Context, id: string, index: number): Promise<Takes> {
	const found = await requireItem(deps.db, context.workspaceId, id);
	const { row, item } = found;
	const current = requireSentence(item.plan, index);
	const voices = await requireVoices(deps.db, context, row);
	const unit = await nextTake(deps, context, current, voices);
	const plan = { ...item.plan, units: item.plan.units.with(index, unit) };
	const watch = deps.voiceWatcher.watch(voices);
	const signal = AbortSignal.any([context.signal, watch.signal]);
	const rebuilt = await rebuildAudio(deps, context.workspaceId, plan, index, signal).finally(watch.end);
	try {
		const { buffer, timeline } = rebuilt;
		// A unique key per retake: of two at the same time, the one that loses must not delete the other's files.
		const files = await storeFiles(deps.storage, context, `${id}.${newId(8)}`, {
			buffer,
			format: plan.format,
			times: timeline,
		});
		if (!(await replaceItem(deps.db, context.workspaceId, found, { index, hash: unit.hash }, rebuilt, files))) {
			await deleteFiles(deps.storage, files);
			throw new AppError("conflict", "Another retake of this generation finished first. Try again.");
		}
		await deps.storage.delete(row.audio_key);
		if (row.alignment_key && row.alignment_key !== files.alignmentKey) await deps.storage.delete(row.alignment_key);
	} finally {
		await rebuilt.buffer.close();
	}
	return getTakes(deps, context, id);
}

type Sentence = { unit: StoredUnit; voice: SpeechVoice };

function requireSentence(plan: StoredPlan, index: number): Sentence {
	const unit = plan.units[index];
	const voice = plan.voices[unit?.voice ?? 0];
	if (!unit || !voice)
		throw new AppError("history_item_not_found", "This generation doesn't have a sentence with that index.");
	if (unit.number > maxRetakes)
		throw new AppError("conflict", `This sentence already has ${maxRetakes} retakes. Change its text instead.`);
	return { unit, voice };
}

/** The sentence with another seed, and so with another hash. */
async function nextTake(
	deps: SpeechDeps,
	{ workspaceId }: Context,
	{ unit, voice }: Sentence,
	voices: readonly UsableVoice[],
): Promise<StoredUnit> {
	// Live moderation may have been turned on, or the list changed, after the item was generated.
	for (const one of voices.filter(({ engine, speaker }) => engine === voice.engine && speaker === voice.speaker))
		requireAllowed(deps.moderate, { units: [{ ...unit, line: 0 }] }, [{ voice: one }]);
	const engine = await deps.getEngineInfo(voice.engine);
	const seed = (unit.seed ?? 0) + 1;
	const hash = takeHash(workspaceId, engine.version, voice, unit, seed);
	return { ...unit, seed, hash, number: unit.number + 1 };
}

/** All voices of the item must still be available, also those whose takes are only joined again. */
async function requireVoices(
	db: Database,
	context: Context,
	row: { voice_id: string; dialogue: readonly { voice_id: string }[] | null },
): Promise<UsableVoice[]> {
	const lines = row.dialogue ?? [row];
	const ids = [...new Set(lines.map((line) => line.voice_id))];
	return Promise.all(ids.map((id) => getUsableVoice(db, context.workspaceId, id, context)));
}

/** Returns false if another retake finished first. */
async function replaceItem(
	db: Database,
	workspaceId: string,
	{ row, item }: Item,
	{ index, hash }: { index: number; hash: string },
	{ plan, timeline, peaks }: RebuiltAudio,
	{ audioKey, bytes, alignmentKey }: StoredFiles,
): Promise<boolean> {
	const { id } = item;
	const { [String(index)]: _outdated, ...findings } = item.findings;
	return db.transaction().execute(async (tx) => {
		const replaced = await replacePlan(tx, workspaceId, id, item.version, { plan, findings });
		if (!replaced) return false;
		await recordPaidSentences(tx, workspaceId, id, [{ key: hash, characters: null }]);
		const change = {
			takes: historyTakes(workspaceId, plan, row.takes),
			audioKey,
			audioBytes: bytes,
			durationSeconds: timeline.seconds(),
			peaks,
			...(alignmentKey ? { alignmentKey } : {}),
		};
		if (!(await updateHistoryItem(tx, workspaceId, id, change))) throw notFound();
		if (item.checkState !== "none" && item.checkState !== "unsupported") {
			const run = `${id}-${newId(8)}`;
			await startCheck(tx, workspaceId, id, run);
			await enqueueCheck(tx, workspaceId, id, run);
		}
		return true;
	});
}

function historyTakes(
	workspaceId: string,
	{ units }: StoredPlan,
	before: readonly HistoryTake[] | null,
): HistoryTake[] {
	return units.map((unit, at) => ({
		start: unit.sentStart,
		end: unit.sentEnd,
		key: takeKey(workspaceId, unit.hash),
		seconds: unit.to - unit.from,
		cached: before?.[at]?.cached ?? false,
	}));
}
