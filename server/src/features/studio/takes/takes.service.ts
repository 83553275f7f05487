// Takes of sentences: listing, choosing, locking.
// Invariant: nothing here renders or charges. A take stays until its project is deleted, so every choice can be undone.

import type { ResponseOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import { maxListedMisread } from "@timbre/contract/studio/rules.ts";
import type { takeEndpoints } from "@timbre/contract/studio/takes.ts";
import { littleEndianBytes } from "@timbre/engines/media/bytes.ts";
import { wavHeader } from "@timbre/engines/media/wav.ts";
import { decodeTake } from "@timbre/engines/node/takes.ts";
import type { AudioResponse } from "../../../core/http/audio.ts";
import type { Context } from "../../../core/http/context.ts";
import type { Storage } from "../../../core/storage/storage.ts";
import { createTakeStore } from "../../../core/storage/take-store.ts";
import { modelForEngine } from "../../models/models.public.ts";
import { creditsFor, type SpeechDeps, takeKey } from "../../speech/speech.public.ts";
import { listChapterRows } from "../chapters/chapters.repo.ts";
import { requireProject } from "../projects/access.service.ts";
import { chooseTakes } from "../sentences/choice.service.ts";
import { createPlanner, loadChapterText, type PlanDeps } from "../sentences/plan.service.ts";
import type { ChosenSentence, SentenceVoice } from "../sentences/types.ts";
import { encodeSentences } from "../snapshots/join.service.ts";
import type { StudioCaller } from "../types.ts";
import { deleteLock, deletePin, deletePinsByLock, insertLock, type Place, upsertPin } from "./pins.repo.ts";
import { type BlockPath, presentPlace, requireBlock, requireSentence, withIndexes } from "./sentences.service.ts";
import { presentTake, takeNotFound } from "./takes.present.ts";
import { chooseTake, findTake, listMisreadTakes, listTakesOf, type TakeRow, updateAccepted } from "./takes.repo.ts";

type Endpoints = typeof takeEndpoints;
type TakePath = { project_id: string; take_id: string };
const ok = { status: "ok" } as const;

export async function listTakes(
	deps: PlanDeps,
	caller: StudioCaller,
	path: BlockPath,
): Promise<ResponseOf<Endpoints["listTakes"]>> {
	const { plan } = await requireBlock(deps, caller, path, "read");
	const keys = [...new Set(plan.sentences.map(({ key }) => key))];
	const takes = Map.groupBy(
		await listTakesOf(deps.db, caller.workspaceId, path.project_id, keys),
		({ sentence_key }) => sentence_key,
	);
	return {
		sentences: withIndexes(plan.sentences).map(({ sentence, index }) => ({
			...presentPlace(sentence, index),
			retake_credits: retakeCredits(sentence, plan.voices[sentence.voice], takes.get(sentence.key) ?? []),
			takes: (takes.get(sentence.key) ?? []).map((row) =>
				presentTake(row, { isCurrent: row.base_hash === sentence.baseHash, isUsed: row.id === sentence.takeId }),
			),
		})),
	};
}

/** What another take of a sentence costs: nothing if the one that is used was found misread. */
export function retakeCredits(
	sentence: ChosenSentence,
	voice: SentenceVoice | undefined,
	takes: readonly Pick<TakeRow, "id" | "verdict" | "accepted" | "base_hash">[],
): number {
	const used = takes.find(({ id }) => id === sentence.takeId);
	if (used?.verdict === "misread" && !used.accepted && used.base_hash === sentence.baseHash) return 0;
	const cost = modelForEngine(voice?.speech.engine ?? "").cost;
	return creditsFor(sentence.characters * (voice?.rate ?? 1), cost);
}

export const placeOf = ({ blockId, key, occurrence }: ChosenSentence): Place => ({
	blockId,
	sentenceKey: key,
	occurrence,
});

/** Uses a take for a sentence. One with the current voice and settings is used wherever the sentence has them. */
export async function useTake(
	deps: PlanDeps,
	caller: StudioCaller,
	path: BlockPath,
	{ index, text, take_id }: { index: number; text: string; take_id: string | null },
): Promise<typeof ok> {
	const { db } = deps;
	const { workspaceId } = caller;
	const { plan } = await requireBlock(deps, caller, path, "edit");
	const take = take_id === null ? null : await findTake(db, workspaceId, path.project_id, take_id);
	if (take === undefined) throw takeNotFound();
	const { sentence } = requireSentence(plan, { index, text });
	requireUnlocked(sentence);
	const place = placeOf(sentence);
	if (take === null) {
		await deletePin(db, workspaceId, path.project_id, place);
		return ok;
	}
	if (take.sentence_key !== sentence.key) throw takeNotFound();
	await db.transaction().execute(async (tx) => {
		if (take.base_hash !== sentence.baseHash)
			return upsertPin(tx, workspaceId, path.project_id, place, { takeId: take.id, byLock: false });
		await deletePin(tx, workspaceId, path.project_id, place);
		await chooseTake(tx, workspaceId, path.project_id, { hash: take.hash, baseHash: take.base_hash });
	});
	return ok;
}

export function requireUnlocked({ locked }: Pick<ChosenSentence, "locked">): void {
	if (locked) throw new AppError("conflict", "This block is locked. Unlock it first.");
}

export async function lockBlock(deps: PlanDeps, caller: StudioCaller, path: BlockPath): Promise<typeof ok> {
	const { db } = deps;
	const { workspaceId, userId } = caller;
	const { plan } = await requireBlock(deps, caller, path, "edit");
	const takes = plan.sentences.map(({ takeId }) => takeId);
	if (takes.length === 0 || takes.includes(undefined))
		throw new AppError("conflict", "Some of this block has no audio yet. Convert it before you lock it.");
	await db.transaction().execute(async (tx) => {
		await insertLock(tx, workspaceId, path.project_id, { blockId: path.block_id, userId });
		for (const sentence of plan.sentences)
			if (!sentence.pinned && sentence.takeId !== undefined)
				await upsertPin(tx, workspaceId, path.project_id, placeOf(sentence), {
					takeId: sentence.takeId,
					byLock: true,
				});
	});
	return ok;
}

export async function unlockBlock(deps: PlanDeps, caller: StudioCaller, path: BlockPath): Promise<typeof ok> {
	const { db } = deps;
	const { workspaceId } = caller;
	await requireBlock(deps, caller, path, "edit");
	await db.transaction().execute(async (tx) => {
		await deleteLock(tx, workspaceId, path.project_id, path.block_id);
		await deletePinsByLock(tx, workspaceId, path.project_id, path.block_id);
	});
	return ok;
}

export async function getBlockAudio(
	deps: SpeechDeps,
	caller: StudioCaller & Pick<Context, "signal">,
	path: BlockPath,
): Promise<AudioResponse> {
	const { plan } = await requireBlock(deps, caller, path, "read");
	const sentences = plan.sentences.filter(({ takeId }) => takeId !== undefined);
	if (sentences.length === 0) throw new AppError("conflict", "This block has no audio yet. Convert it first.");
	return {
		contentType: "audio/mpeg",
		body: encodeSentences(deps, caller.workspaceId, { ...plan, sentences }, caller.signal),
	};
}

export async function getTakeAudio(
	{ db, storage }: Pick<SpeechDeps, "db" | "storage">,
	caller: StudioCaller,
	{ project_id, take_id }: TakePath,
): Promise<AudioResponse> {
	const row = await requireTake({ db }, caller, { project_id, take_id }, "read");
	const wav = await readWav(storage, caller.workspaceId, row);
	async function* body() {
		yield wav;
	}
	return { contentType: "audio/wav", body: body(), size: wav.length };
}

/** The audio of a take as a WAV file. */
export async function readWav(storage: Storage, workspaceId: string, { hash }: Pick<TakeRow, "hash">): Promise<Buffer> {
	const bytes = await createTakeStore(storage).read(takeKey(workspaceId, hash));
	const take = bytes && decodeTake(bytes);
	if (!take) throw takeNotFound();
	const samples = littleEndianBytes(take.pcm);
	return Buffer.concat([wavHeader(take.sampleRate, { channels: 1, dataBytes: samples.length }), samples]);
}

export async function acceptTake(
	{ db }: Pick<SpeechDeps, "db">,
	caller: StudioCaller,
	path: TakePath,
): Promise<typeof ok> {
	await requireTake({ db }, caller, path, "edit");
	await updateAccepted(db, caller.workspaceId, path.project_id, path.take_id);
	return ok;
}

async function requireTake(
	{ db }: Pick<SpeechDeps, "db">,
	caller: StudioCaller,
	{ project_id, take_id }: TakePath,
	action: "read" | "edit",
): Promise<TakeRow> {
	await requireProject(db, caller, project_id, action);
	const row = await findTake(db, caller.workspaceId, project_id, take_id);
	if (!row) throw takeNotFound();
	return row;
}

/** Misread sentences that are heard in the project as it is now. */
export async function listMisread(
	deps: PlanDeps,
	caller: StudioCaller,
	projectId: string,
): Promise<ResponseOf<Endpoints["listMisread"]>> {
	const { db } = deps;
	const { workspaceId } = caller;
	const project = await requireProject(db, caller, projectId, "read");
	const misread = new Map((await listMisreadTakes(db, workspaceId, projectId)).map((take) => [take.id, take]));
	const found: ResponseOf<Endpoints["listMisread"]>["sentences"] = [];
	if (misread.size === 0) return { sentences: found };
	const texts = new Set([...misread.values()].map(({ text }) => text));
	const planner = await createPlanner(deps, caller, project);
	for (const { id } of await listChapterRows(db, workspaceId, projectId)) {
		const text = await loadChapterText(db, workspaceId, id);
		// Planning takes longer than looking.
		const whole = text.blocks.map(({ nodes }) => nodes.map((node) => node.text).join("")).join("\n");
		if (![...texts].some((one) => whole.includes(one))) continue;
		const plan = await chooseTakes(db, workspaceId, projectId, await planner(text));
		for (const { sentence, index } of withIndexes(plan.sentences)) {
			const take = misread.get(sentence.takeId ?? "");
			if (take)
				found.push({ ...presentPlace(sentence, index), chapter_id: id, take_id: take.id, misread: [...take.words] });
			if (found.length === maxListedMisread) return { sentences: found };
		}
	}
	return { sentences: found };
}
