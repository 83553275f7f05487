// New takes of single sentences.
// Invariant: a retake is charged unless take check found the sentence misread, and the charge and the item's audio, alignment and takes
// change together or not at all.
import { AppError } from "@timbre/contract/errors.ts";
import type { Takes } from "@timbre/contract/speech/endpoints.ts";
import type { Database } from "@timbre/db/connect.ts";
import type { Context } from "../../../core/http/context.ts";
import { newId } from "../../../core/ids.ts";
import { type HistoryTake, updateHistoryItem } from "../../history/history.public.ts";
import { modelForEngine } from "../../models/models.public.ts";
import { recordPaidSentences } from "../../usage/usage.paid.public.ts";
import { settleCredits } from "../../usage/usage.public.ts";
import type { UsableVoice } from "../../voices/voices.public.ts";
import { getTier } from "../../workspace/workspace.public.ts";
import { deleteFiles, type StoredFiles, storeFiles } from "../generate/files.service.ts";
import type { SpeechDeps } from "../generate/types.ts";
import { requireAllowed } from "../plan/moderation.ts";
import { takeHash, takeKey } from "../plan/take-hash.ts";
import { enqueueCheck } from "./check.service.ts";
import { getVoices, retakePrice, type Sentence, speakerOf } from "./price.service.ts";
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
	const voices = await getVoices(deps.db, context, row);
	const unit = await nextTake(deps, context, current, voices);
	const price = retakePrice(item, index, voices) ?? 0;
	context.setResponseHeader("character-cost", String(price));
	const chargeId = price > 0 ? await reserveRetake(deps, context, current, voices, price) : undefined;
	try {
		await replaceTake(deps, context, found, { index, unit, voices, chargeId, price });
	} finally {
		// Does nothing if the retake was charged.
		if (chargeId !== undefined)
			await deps.db.transaction().execute((tx) => settleCredits(tx, context.workspaceId, chargeId, 0));
	}
	return getTakes(deps, context, id);
}

type NewTake = {
	index: number;
	unit: StoredUnit;
	voices: readonly UsableVoice[];
	/** The reservation that pays for it; undefined if it is free. */
	chargeId: string | undefined;
	price: number;
};

async function replaceTake(deps: SpeechDeps, context: Context, found: Item, take: NewTake): Promise<void> {
	const { row, item } = found;
	const { index, unit, voices } = take;
	const plan = { ...item.plan, units: item.plan.units.with(index, unit) };
	const watch = deps.voiceWatcher.watch(voices);
	const signal = AbortSignal.any([context.signal, watch.signal]);
	const rebuilt = await rebuildAudio(deps, context.workspaceId, plan, index, signal).finally(watch.end);
	try {
		const { buffer, timeline } = rebuilt;
		// A unique key per retake: of two at the same time, the one that loses must not delete the other's files.
		const files = await storeFiles(deps.storage, context, `${item.id}.${newId(8)}`, {
			buffer,
			format: plan.format,
			times: timeline,
		});
		if (!(await replaceItem(deps.db, context.workspaceId, found, take, rebuilt, files))) {
			await deleteFiles(deps.storage, files);
			throw new AppError("conflict", "Another retake of this generation finished first. Try again.");
		}
		await deps.storage.delete(row.audio_key);
		if (row.alignment_key && row.alignment_key !== files.alignmentKey) await deps.storage.delete(row.alignment_key);
	} finally {
		await rebuilt.buffer.close();
	}
}

async function reserveRetake(
	{ db, reserveCredits, holder, leaseSeconds }: SpeechDeps,
	{ workspaceId, userId, apiKeyId, via }: Context,
	sentence: Sentence,
	voices: readonly UsableVoice[],
	amount: number,
): Promise<string> {
	const speaker = speakerOf(sentence, voices);
	const { generationId } = await reserveCredits(workspaceId, {
		generationId: newId(),
		amount,
		tier: await getTier(db, workspaceId),
		holder,
		leaseSeconds,
		facts: {
			userId,
			apiKeyId,
			via,
			voiceId: speaker?.id,
			voiceName: speaker?.name,
			modelId: modelForEngine(sentence.voice.engine).id,
			source: "TTS",
		},
	});
	return generationId;
}

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

/** Returns false if another retake finished first. */
async function replaceItem(
	db: Database,
	workspaceId: string,
	{ row, item }: Item,
	{ index, unit, chargeId, price }: NewTake,
	{ plan, timeline, peaks }: RebuiltAudio,
	{ audioKey, bytes, alignmentKey }: StoredFiles,
): Promise<boolean> {
	const { id } = item;
	const { [String(index)]: _outdated, ...findings } = item.findings;
	return db.transaction().execute(async (tx) => {
		const replaced = await replacePlan(tx, workspaceId, id, item.version, { plan, findings });
		if (!replaced) return false;
		if (chargeId !== undefined) {
			const characters = unit.end - unit.start;
			const seconds = (plan.units[index]?.to ?? 0) - (plan.units[index]?.from ?? 0);
			await settleCredits(tx, workspaceId, chargeId, price, { characters, seconds });
		}
		await recordPaidSentences(tx, workspaceId, chargeId ?? id, [{ key: unit.hash, characters: null }]);
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
