// The sentences of a finished generation: take check results and retakes.
// Invariant: a retake is free, and the item's audio, alignment and takes change together or not at all.
import { AppError } from "@timbre/contract/errors.ts";
import type { Takes } from "@timbre/contract/speech.ts";
import type { Database } from "@timbre/db/connect.ts";
import { contentType, fileExtension } from "@timbre/engines/media/formats.ts";
import type { SpeechRequest, SpeechUnit } from "@timbre/engines/node/protocol.ts";
import type { Context } from "../../core/context.ts";
import { createDiskBackedBuffer } from "../../core/disk-backed-buffer.ts";
import { newId } from "../../core/ids.ts";
import {
	findHistoryItem,
	getHistoryAlignments,
	type HistoryTake,
	updateHistoryItem,
} from "../history/history.public.ts";
import { recordPaidSentence } from "../usage/usage.public.ts";
import { getUsableVoice, type UsableVoice } from "../voices/voices.public.ts";
import {
	completeHeader,
	requestCheck,
	type SpeechDeps,
	speechError,
	storeAlignment,
} from "./speech.generate.service.ts";
import { requireAllowed } from "./speech.moderation.service.ts";
import { takeHash, takeKey } from "./speech.plan.service.ts";
import { appendTimes, emptyTimes, shiftTimes } from "./speech.present.ts";
import {
	findSpeechItem,
	replacePlan,
	type SpeechItem,
	type StoredPlan,
	type StoredUnit,
	startCheck,
} from "./speech.repo.ts";

const maxRetakes = 20;

export async function getTakes(
	{ db, storage }: Pick<SpeechDeps, "db" | "storage">,
	context: Context,
	id: string,
): Promise<Takes> {
	const { row, item } = await requireItem(db, context.workspaceId, id);
	const alignments = await getHistoryAlignments(storage, row.alignment_key);
	return {
		history_item_id: id,
		text: row.text,
		check: item.checkState,
		checked_by: item.checkedBy,
		sentences: item.plan.units.map((unit, index) => {
			// Ignore a finding for an earlier take.
			const found = item.findings[String(index)];
			const finding = found?.hash === unit.hash ? found : undefined;
			return {
				index,
				start: unit.sentStart,
				end: unit.sentEnd,
				start_seconds: unit.from,
				end_seconds: unit.to,
				take: unit.number,
				verdict: finding?.verdict ?? null,
				misread: finding?.words ?? [],
			};
		}),
		alignment: alignments?.alignment ?? null,
		unhonoured_rules: item.plan.unhonoured,
	};
}

export async function requestTakeCheck(
	deps: Pick<SpeechDeps, "db" | "storage">,
	context: Context,
	id: string,
): Promise<Takes> {
	const { item } = await requireItem(deps.db, context.workspaceId, id);
	if (item.checkState !== "running") {
		const run = `${id}-${newId(8)}`;
		await deps.db.transaction().execute(async (tx) => {
			await startCheck(tx, context.workspaceId, id, run);
			await requestCheck(tx, context.workspaceId, id, run);
		});
	}
	return getTakes(deps, context, id);
}

/** Regenerates one sentence and rebuilds the item's audio from the stored takes of the others. */
export async function retake(deps: SpeechDeps, context: Context, id: string, index: number): Promise<Takes> {
	const { workspaceId } = context;
	const { row, item } = await requireItem(deps.db, workspaceId, id);
	const unit = item.plan.units[index];
	if (!unit) throw new AppError("history_item_not_found", "This generation doesn't have a sentence with that index.");
	if (unit.number > maxRetakes)
		throw new AppError("conflict", `This sentence already has ${maxRetakes} retakes. Change its text instead.`);
	const voice = item.plan.voices[unit.voice ?? 0];
	if (!voice) throw new AppError("history_item_not_found", "This generation doesn't have a sentence with that index.");
	const voices = await requireVoices(deps.db, context, row);
	// Live moderation may have been turned on, or the list changed, after the item was generated.
	for (const one of voices.filter(({ engine, speaker }) => engine === voice.engine && speaker === voice.speaker))
		requireAllowed(deps.moderate, { units: [{ ...unit, line: 0 }] }, [{ voice: one }]);
	const engine = await deps.getEngineInfo(voice.engine);
	const seed = (unit.seed ?? 0) + 1;
	const newTake = {
		...unit,
		seed,
		hash: takeHash(workspaceId, engine.version, voice, unit, seed),
		number: unit.number + 1,
	};
	const units = item.plan.units.with(index, newTake);
	const watch = deps.voiceWatcher.watch(voices);
	const signal = AbortSignal.any([context.signal, watch.signal]);
	const rebuilt = await rebuildAudio({ deps, context, signal }, { ...item.plan, units }, index).finally(watch.end);
	// A unique key per retake: of two at the same time, the one that loses must not delete the other's files.
	const rebuiltId = `${id}.${newId(8)}`;
	const audioKey = `history/${workspaceId}/${rebuiltId}.${fileExtension(item.plan.format)}`;
	try {
		await completeHeader(rebuilt.buffer, item.plan.format);
		await rebuilt.buffer.store(deps.storage, audioKey, contentType(item.plan.format));
		const alignmentKey = await storeAlignment(deps, context, rebuiltId, rebuilt);
		const { [String(index)]: _outdated, ...findings } = item.findings;
		const done = await deps.db.transaction().execute(async (tx) => {
			const replaced = await replacePlan(tx, workspaceId, id, item.version, { plan: rebuilt.plan, findings });
			if (!replaced) return false;
			await recordPaidSentence(tx, workspaceId, newTake.hash, id);
			const change = {
				takes: historyTakes(workspaceId, rebuilt.plan, row.takes as HistoryTake[] | null),
				audioKey,
				audioBytes: rebuilt.buffer.size(),
				durationSeconds: rebuilt.seconds,
				peaks: rebuilt.peaks,
				...(alignmentKey ? { alignmentKey } : {}),
			};
			if (!(await updateHistoryItem(tx, workspaceId, id, change))) throw notFound();
			const run = `${id}-${newId(8)}`;
			if (item.checkState !== "none" && item.checkState !== "unsupported") {
				await startCheck(tx, workspaceId, id, run);
				await requestCheck(tx, workspaceId, id, run);
			}
			return true;
		});
		if (!done) {
			await deps.storage.delete(audioKey);
			if (alignmentKey) await deps.storage.delete(alignmentKey);
			throw new AppError("conflict", "Another retake of this generation finished first. Try again.");
		}
		await deps.storage.delete(row.audio_key);
		if (row.alignment_key && row.alignment_key !== alignmentKey) await deps.storage.delete(row.alignment_key);
	} finally {
		await rebuilt.buffer.close();
	}
	return getTakes(deps, context, id);
}

/** All voices of the item must still be available, also those whose takes are only joined again. */
async function requireVoices(
	db: Database,
	context: Context,
	row: { voice_id: string; dialogue: unknown },
): Promise<UsableVoice[]> {
	const lines = (row.dialogue as { voice_id: string }[] | null) ?? [row];
	const ids = [...new Set(lines.map((line) => line.voice_id))];
	return Promise.all(ids.map((id) => getUsableVoice(db, context.workspaceId, id, context)));
}

/** Renders the full audio again: one sentence is regenerated, the others come from their takes. */
async function rebuildAudio(
	{ deps, context, signal }: { deps: SpeechDeps; context: Context; signal: AbortSignal },
	plan: StoredPlan,
	index: number,
) {
	const request: SpeechRequest = {
		voices: plan.voices,
		units: plan.units.map((unit, at) => nodeUnit(context.workspaceId, unit, at !== index)),
		format: plan.format,
		timing: "known",
		priority: "interactive",
	};
	const buffer = createDiskBackedBuffer();
	const written = emptyTimes();
	const spoken = emptyTimes();
	const unitTimes: { from: number; to: number }[] = [];
	let seconds = 0;
	let peaks = new Uint8Array();
	try {
		for await (const event of deps.speech.speak(request, signal)) {
			if (event.type === "audio") await buffer.push(event.bytes);
			else if (event.type === "timing") {
				appendTimes(written, shiftTimes(event.written, seconds));
				appendTimes(spoken, shiftTimes(event.spoken, seconds));
			} else if (event.type === "segment") {
				const from = unitTimes[event.unit]?.from ?? seconds;
				seconds += event.seconds;
				unitTimes[event.unit] = { from, to: seconds };
			} else if (event.type === "end") peaks = Uint8Array.from(event.peaks);
		}
	} catch (error) {
		await buffer.close();
		throw signal.reason instanceof AppError ? signal.reason : speechError(error);
	}
	const units = plan.units.map((unit, at) => ({ ...unit, ...unitTimes[at] }));
	return { plan: { ...plan, units }, buffer, written, spoken, seconds, peaks };
}

function nodeUnit(workspaceId: string, unit: StoredUnit, stored: boolean): SpeechUnit {
	const { hash, sentStart: _start, sentEnd: _end, from: _from, to: _to, number: _number, ...rest } = unit;
	return { ...rest, take: { key: takeKey(workspaceId, hash), stored } };
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

async function requireItem(db: Database, workspaceId: string, id: string) {
	const [row, item] = await Promise.all([findHistoryItem(db, workspaceId, id), findSpeechItem(db, workspaceId, id)]);
	if (!row || !item) throw notFound();
	return { row, item: item satisfies SpeechItem };
}

const notFound = () => new AppError("history_item_not_found", "This generation doesn't exist or has no takes.");
