// Take check during a conversion: a misread sentence is read again up to twice, free of charge.
// Invariant: a take that is used was found good, or is the first one.
import type { CheckResponse } from "@timbre/engines/node/protocol.ts";
import { newId } from "../../../core/ids.ts";
import type { TakeWord } from "../../../core/json-columns/studio.ts";
import { isBusy } from "../../../core/workflow-busy.ts";
import { renderSentences, takeHash, takeKey } from "../../speech/speech.public.ts";
import { holdTakes } from "../../usage/usage.holds.public.ts";
import { recordPaidSentences } from "../../usage/usage.paid.public.ts";
import { getTier } from "../../workspace/workspace.public.ts";
import { toUnit, type Work } from "../sentences/batches.ts";
import { chooseTake, insertTakes, listTakesToCheck, type TakeCheck, updateTakeCheck } from "../takes/takes.repo.ts";
import { addFindings } from "./conversions.repo.ts";
import { holderOf, modelOf, newTakeOf, type RenderRun, usableVoices } from "./run.service.ts";

const maxRetakes = 2;
const checkTimeoutMs = 120_000;

/** Listens to the sentences that nobody has listened to yet. A transcriber that doesn't respond leaves them unchecked. */
export async function checkTakes(run: RenderRun): Promise<void> {
	const { deps, context, row, work, onAudio } = run;
	const hashes = work.map(({ sentence }) => sentence.hash);
	const unchecked = new Set(await listTakesToCheck(deps.db, context.workspaceId, row.project_id, hashes));
	for (const one of work) {
		if (!unchecked.has(one.sentence.hash)) continue;
		context.signal.throwIfAborted();
		try {
			await checkSentence(run, one);
		} catch (error) {
			if (context.signal.aborted) throw context.signal.reason;
			if (!isBusy(error)) context.log.warn({ err: error, take: one.sentence.hash }, "could not check a take");
		}
		onAudio();
	}
}

async function checkSentence(run: RenderRun, work: Work): Promise<void> {
	const { deps, context, row } = run;
	const { workspaceId } = context;
	const first = await listen(run, work);
	if (!first) return;
	await deps.db.transaction().execute(async (tx) => {
		await updateTakeCheck(tx, workspaceId, row.project_id, work.sentence.hash, first);
		await addFindings(tx, workspaceId, row.id, { misread: first.verdict === "misread" ? 1 : 0, mended: 0 });
	});
	if (first.verdict !== "misread") return;
	for (let attempt = 1; attempt <= maxRetakes; attempt++) {
		const retake = await readAgain(run, work, (work.sentence.seed ?? 0) + attempt);
		const check = await listen(run, retake);
		if (!check) return;
		const good = check.verdict === "good";
		await deps.db.transaction().execute(async (tx) => {
			const { hash, baseHash } = retake.sentence;
			await updateTakeCheck(tx, workspaceId, row.project_id, hash, check);
			if (!good) return;
			await chooseTake(tx, workspaceId, row.project_id, { hash, baseHash });
			await addFindings(tx, workspaceId, row.id, { misread: 0, mended: 1 });
		});
		if (good) return;
	}
}

/** Undefined if the transcriber doesn't know the language, or the audio is gone. */
async function listen({ deps, context }: RenderRun, { sentence, voice }: Work): Promise<TakeCheck | undefined> {
	const signal = AbortSignal.any([context.signal, AbortSignal.timeout(checkTimeoutMs)]);
	const response: CheckResponse = await deps.speech.check(
		takeKey(context.workspaceId, sentence.hash),
		voice.language,
		signal,
	);
	if (response.result !== "checked") return undefined;
	const { verdict, checkedBy, words } = response.check;
	return { verdict, checkedBy, words: words.map(toTakeWord) };
}

type Word = Extract<CheckResponse, { result: "checked" }>["check"]["words"][number];

const toTakeWord = ({ start, end, startSeconds, endSeconds, expected, heard, kind }: Word): TakeWord => ({
	start,
	end,
	start_seconds: startSeconds,
	end_seconds: endSeconds,
	expected,
	heard,
	kind,
});

/** Another take of a sentence, which costs nothing. */
async function readAgain({ deps, context, row, onAudio }: RenderRun, work: Work, seed: number): Promise<Work> {
	const { db } = deps;
	const { workspaceId } = context;
	const { sentence, voice } = work;
	const engine = await deps.getEngineInfo(voice.speech.engine);
	const hash = takeHash(workspaceId, engine.version, voice.speech, sentence.unit, seed);
	const retake: Work = { voice, sentence: { ...sentence, seed, hash } };
	const voices = await usableVoices(deps, context, [retake]);
	const [speaker] = voices.list;
	if (!speaker) throw new Error("a sentence has a voice");
	const generationId = newId();
	let length = 0;
	await renderSentences(
		deps,
		context,
		{
			id: generationId,
			voices: [speaker],
			model: modelOf(speaker),
			tier: await getTier(db, workspaceId),
			source: "Projects",
			priority: "background",
		},
		{
			text: "",
			toSourceOffset: (at) => at,
			voices: voices.speech,
			units: [{ ...toUnit(workspaceId, retake, 0), unpaid: false }],
			tags: [],
		},
		({ seconds }) => {
			length = seconds;
		},
	);
	onAudio();
	await db.transaction().execute(async (tx) => {
		await recordPaidSentences(tx, workspaceId, generationId, [{ key: hash, characters: null }]);
		await insertTakes(tx, workspaceId, row.project_id, [newTakeOf(retake, length, row.created_by)]);
		await holdTakes(tx, workspaceId, holderOf(row.project_id), [hash]);
	});
	return retake;
}
