// Renders the sentences of a chapter batch by batch.
// Invariant: a sentence that was rendered is stored, paid and kept as a take of the project before it counts as done, so an attempt
// that is interrupted loses at most the sentence it was on.
import { newId } from "../../../core/ids.ts";
import type { Log } from "../../../core/log.ts";
import { createSilenceTimer, isBusy } from "../../../core/workflow-busy.ts";
import { whileRunning } from "../../../core/workflow-cancel.ts";
import { PermanentFailure } from "../../../core/workflow-failure.ts";
import { markPaid, type RenderedSentence, renderSentences, type SpeechDeps } from "../../speech/speech.public.ts";
import { holdTakes } from "../../usage/usage.holds.public.ts";
import { settleInterrupted } from "../../usage/usage.public.ts";
import { backgroundContext, getTier } from "../../workspace/workspace.public.ts";
import { toUnit, type Work } from "../sentences/batches.ts";
import { insertTakes } from "../takes/takes.repo.ts";
import { checkTakes } from "./check.service.ts";
import { addSentencesDone, beginBatch, type ConversionRow, findConversion, isRunning } from "./conversions.repo.ts";
import { holderOf, modelOf, newTakeOf, type RenderRun, usableVoices } from "./run.service.ts";

export type RenderServices = {
	deps: SpeechDeps;
	log: Log;
	/** How long an attempt may go without audio until it is ended. Defaults to four minutes. */
	maxSilentMs?: number;
};
export type Batch = { conversionId: string; chapterId: string; batch: number };

const defaultMaxSilentMs = 240_000;
const flushMs = 1_000;
const canceled = "The conversion was canceled.";

/** Returns whether the batch has to wait for a free slot, or for an engine that has stopped responding. */
export async function renderBatch(
	services: RenderServices,
	workspaceId: string,
	batch: Batch,
	{ work, check }: { work: readonly Work[]; check: boolean },
): Promise<{ wait: boolean }> {
	const { deps, log, maxSilentMs = defaultMaxSilentMs } = services;
	const { db } = deps;
	const { conversionId } = batch;
	const row = await findConversion(db, workspaceId, conversionId);
	if (row?.state !== "running") throw new PermanentFailure(canceled);
	const silence = createSilenceTimer(maxSilentMs);
	const watched = {
		isRunning: () => isRunning(db, workspaceId, conversionId),
		canceled,
		attemptEnded: silence.signal,
	};
	try {
		await whileRunning(watched, async (signal) => {
			const starter = { workspaceId, userId: row.created_by, via: row.via, apiKeyId: row.api_key_id };
			const context = await backgroundContext(db, log, starter, { requestId: conversionId, signal });
			await render({ deps, context, row, batch, work, onAudio: silence.reset });
			if (check) await checkTakes({ deps, context, row, work, onAudio: silence.reset });
		});
		return { wait: false };
	} catch (error) {
		if (silence.expired() || isBusy(error)) return { wait: true };
		throw error;
	} finally {
		silence.stop();
	}
}

async function render({ deps, context, row, batch, work, onAudio }: RenderRun & { batch: Batch }): Promise<void> {
	const { db } = deps;
	const { workspaceId } = context;
	const generationId = newId();
	const before = await db.transaction().execute((tx) => beginBatch(tx, workspaceId, { ...batch, generationId }));
	if (before !== undefined) await settleInterrupted(db, workspaceId, before);
	const voices = await usableVoices(deps, context, work);
	const [first] = voices.list;
	if (!first) return;
	const units = work.map((one) => toUnit(workspaceId, one, voices.indexOf(one)));
	await markPaid(db, workspaceId, units);
	const done = createTakeLog(deps, workspaceId, row, batch, work);
	try {
		await renderSentences(
			deps,
			context,
			{
				id: generationId,
				voices: [first, ...voices.list.slice(1)],
				model: modelOf(first),
				tier: await getTier(db, workspaceId),
				source: "Projects",
				priority: "background",
			},
			{
				text: "",
				toSourceOffset: (at) => at,
				voices: voices.speech,
				units,
				tags: [],
			},
			(sentence) => {
				onAudio();
				done.add(sentence);
			},
		);
	} finally {
		await done.close();
	}
}

/** Writes takes every second: a statement for each would take longer than a fast engine. */
function createTakeLog(
	{ db }: SpeechDeps,
	workspaceId: string,
	row: ConversionRow,
	{ conversionId, chapterId }: Batch,
	work: readonly Work[],
) {
	let pending: RenderedSentence[] = [];
	let writing: Promise<unknown> = Promise.resolve();
	let failure: unknown;
	const write = async (sentences: readonly RenderedSentence[]) => {
		const takes = sentences.flatMap(({ index, seconds }) => {
			const one = work[index];
			return one ? [newTakeOf(one, seconds, row.created_by)] : [];
		});
		await db.transaction().execute(async (tx) => {
			await insertTakes(tx, workspaceId, row.project_id, takes);
			await holdTakes(
				tx,
				workspaceId,
				holderOf(row.project_id),
				takes.map(({ hash }) => hash),
			);
			await addSentencesDone(tx, workspaceId, { conversionId, chapterId }, takes.length);
		});
	};
	const flush = () => {
		const sentences = pending;
		pending = [];
		if (sentences.length === 0) return writing;
		writing = writing
			.then(() => write(sentences))
			.catch((error: unknown) => {
				failure ??= error;
			});
		return writing;
	};
	const timer = setInterval(flush, flushMs);
	return {
		add: (sentence: RenderedSentence) => void pending.push(sentence),
		async close(): Promise<void> {
			clearInterval(timer);
			await flush();
			if (failure !== undefined) throw failure;
		},
	};
}
