// The sentences of a generation after it was made: what a check by listening found in them, and new takes of what was misread. Always: a
// retake costs nothing, and the item's sound, times and takes change together or not at all.
import { AppError } from "@timbre/contract/errors.ts";
import type { Takes } from "@timbre/contract/speech.ts";
import type { Database } from "@timbre/db/connect.ts";
import { contentType, fileExtension } from "@timbre/engines/media/formats.ts";
import type { SpeechRequest, SpeechUnit } from "@timbre/engines/node/protocol.ts";
import type { Context } from "../../core/context.ts";
import { newId } from "../../core/ids.ts";
import { createSpool } from "../../core/spool.ts";
import {
	findHistoryItem,
	type HistoryTake,
	readHistoryAlignments,
	updateHistoryItem,
} from "../history/history.public.ts";
import { markPaid } from "../usage/usage.public.ts";
import { getSpeakableVoice, type SpeakableVoice } from "../voices/voices.public.ts";
import {
	completeHeader,
	requestCheck,
	type SpeechDeps,
	speechError,
	storeAlignment,
} from "./speech.generate.service.ts";
import { requireAllowed } from "./speech.moderation.service.ts";
import { takeKey, takeName } from "./speech.plan.service.ts";
import { addTimes, emptyTimes, shifted } from "./speech.present.ts";
import {
	findSpeechItem,
	replacePlan,
	type SpeechItem,
	type StoredPlan,
	type StoredUnit,
	startCheck,
} from "./speech.repo.ts";

const mostRetakes = 20;

export async function getTakes(
	{ db, storage }: Pick<SpeechDeps, "db" | "storage">,
	context: Context,
	id: string,
): Promise<Takes> {
	const { row, item } = await requireItem(db, context.workspaceId, id);
	const alignments = await readHistoryAlignments(storage, row.alignment_key);
	return {
		history_item_id: id,
		text: row.text,
		check: item.checkState,
		checked_by: item.checkedBy,
		sentences: item.plan.units.map((unit, index) => {
			// What was found in an earlier take says nothing of this one.
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

/** Speaks one sentence anew and joins the item's sound again from what is kept. */
export async function retake(deps: SpeechDeps, context: Context, id: string, index: number): Promise<Takes> {
	const { workspaceId } = context;
	const { row, item } = await requireItem(deps.db, workspaceId, id);
	const unit = item.plan.units[index];
	if (!unit) throw new AppError("history_item_not_found", "This generation has no such sentence.");
	if (unit.number > mostRetakes)
		throw new AppError("conflict", "This sentence was taken anew many times already. Change its words instead.");
	const voice = item.plan.voices[unit.voice ?? 0];
	if (!voice) throw new AppError("history_item_not_found", "This generation has no such sentence.");
	const voices = await requireVoices(deps.db, context, row);
	// The owner's wish, or the list, may be newer than the item.
	for (const one of voices.filter(({ engine, speaker }) => engine === voice.engine && speaker === voice.speaker))
		requireAllowed(deps.moderate, { units: [{ ...unit, line: 0 }] }, [{ voice: one }]);
	const engine = await deps.engineFacts(voice.engine);
	const seed = (unit.seed ?? 0) + 1;
	const fresh = {
		...unit,
		seed,
		hash: takeName(workspaceId, engine.version, voice, unit, seed),
		number: unit.number + 1,
	};
	const units = item.plan.units.with(index, fresh);
	const followed = deps.stops.follow(voices);
	const signal = AbortSignal.any([context.signal, followed.signal]);
	const rebuilt = await speakAgain({ deps, context, signal }, { ...item.plan, units }, index).finally(followed.end);
	// Of its own, so that of two retakes at the same moment the one that loses removes nothing of the other's.
	const rebuiltId = `${id}.${newId(8)}`;
	const audioKey = `history/${workspaceId}/${rebuiltId}.${fileExtension(item.plan.format)}`;
	try {
		await completeHeader(rebuilt.spool, item.plan.format);
		await rebuilt.spool.store(deps.storage, audioKey, contentType(item.plan.format));
		const alignmentKey = await storeAlignment(deps, context, rebuiltId, rebuilt);
		const { [String(index)]: _outdated, ...findings } = item.findings;
		const done = await deps.db.transaction().execute(async (tx) => {
			const replaced = await replacePlan(tx, workspaceId, id, item.version, { plan: rebuilt.plan, findings });
			if (!replaced) return false;
			await markPaid(tx, workspaceId, fresh.hash, id);
			const change = {
				takes: historyTakes(workspaceId, rebuilt.plan, row.takes as HistoryTake[] | null),
				audioKey,
				audioBytes: rebuilt.spool.size(),
				durationSeconds: rebuilt.seconds,
				peaks: rebuilt.peaks,
				...(alignmentKey ? { alignmentKey } : {}),
			};
			if (!(await updateHistoryItem(tx, workspaceId, id, change))) throw missing();
			const run = `${id}-${newId(8)}`;
			if (item.checkState !== "none" && item.checkState !== "unsupported") {
				await startCheck(tx, workspaceId, id, run);
				await requestCheck(tx, workspaceId, id, run);
			}
			return true;
		});
		if (!done) {
			await deps.storage.remove(audioKey);
			if (alignmentKey) await deps.storage.remove(alignmentKey);
			throw new AppError("conflict", "Another new take of this generation was made at the same moment. Try again.");
		}
		await deps.storage.remove(row.audio_key);
		if (row.alignment_key && row.alignment_key !== alignmentKey) await deps.storage.remove(row.alignment_key);
	} finally {
		await rebuilt.spool.close();
	}
	return getTakes(deps, context, id);
}

/** A sentence that is kept is not joined again with a voice that may no longer speak. */
async function requireVoices(
	db: Database,
	context: Context,
	row: { voice_id: string; dialogue: unknown },
): Promise<SpeakableVoice[]> {
	const lines = (row.dialogue as { voice_id: string }[] | null) ?? [row];
	const ids = [...new Set(lines.map((line) => line.voice_id))];
	return Promise.all(ids.map((id) => getSpeakableVoice(db, context.workspaceId, id, context)));
}

/** The whole sound once more: one sentence made anew, the others from their takes. */
async function speakAgain(
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
	const spool = createSpool();
	const written = emptyTimes();
	const spoken = emptyTimes();
	const places: { from: number; to: number }[] = [];
	let seconds = 0;
	let peaks = new Uint8Array();
	try {
		for await (const event of deps.speech.speak(request, signal)) {
			if (event.type === "audio") await spool.push(event.bytes);
			else if (event.type === "timing") {
				addTimes(written, shifted(event.written, seconds));
				addTimes(spoken, shifted(event.spoken, seconds));
			} else if (event.type === "segment") {
				const from = places[event.unit]?.from ?? seconds;
				seconds += event.seconds;
				places[event.unit] = { from, to: seconds };
			} else if (event.type === "end") peaks = Uint8Array.from(event.peaks);
		}
	} catch (error) {
		await spool.close();
		throw signal.reason instanceof AppError ? signal.reason : speechError(error);
	}
	const units = plan.units.map((unit, at) => ({ ...unit, ...places[at] }));
	return { plan: { ...plan, units }, spool, written, spoken, seconds, peaks };
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
	if (!row || !item) throw missing();
	return { row, item: item satisfies SpeechItem };
}

const missing = () =>
	new AppError("history_item_not_found", "There is no such generation, or it has no sentences to look at.");
