// Another take of one sentence, while its user waits.
// Invariant: it costs as much as a new sentence, or nothing if take check found the take that is used misread.
import type { ResponseOf } from "@timbre/contract/endpoint.ts";
import type { takeEndpoints } from "@timbre/contract/studio/takes.ts";
import type { Context } from "../../../core/http/context.ts";
import { newId } from "../../../core/ids.ts";
import { renderSentences, type SpeechDeps, takeHash } from "../../speech/speech.public.ts";
import { holdTakes } from "../../usage/usage.holds.public.ts";
import { recordPaidSentences } from "../../usage/usage.paid.public.ts";
import { getTier } from "../../workspace/workspace.public.ts";
import { holderOf, modelOf, newTakeOf } from "../conversions/run.service.ts";
import { requireStudioVoice } from "../projects/voices.service.ts";
import { toUnit, type Work } from "../sentences/batches.ts";
import { deletePin } from "./pins.repo.ts";
import { type BlockPath, requireBlock, requireSentence } from "./sentences.service.ts";
import { presentTake } from "./takes.present.ts";
import { chooseTake, findTake, insertTakes, listTakesOf } from "./takes.repo.ts";
import { placeOf, requireUnlocked, retakeCredits } from "./takes.service.ts";

export async function createTake(
	deps: SpeechDeps,
	context: Context,
	path: BlockPath,
	input: { index: number; text: string },
): Promise<ResponseOf<(typeof takeEndpoints)["createTake"]>> {
	const { db } = deps;
	const { workspaceId, userId } = context;
	const { plan } = await requireBlock(deps, context, path, "edit");
	const { sentence, voice } = requireSentence(plan, input);
	requireUnlocked(sentence);
	const takes = await listTakesOf(db, workspaceId, path.project_id, [sentence.key]);
	const price = retakeCredits(sentence, voice, takes);
	context.setResponseHeader("character-cost", String(price));
	const speaker = await requireStudioVoice(db, context, voice.voiceId);
	const same = takes.filter(({ base_hash }) => base_hash === sentence.baseHash);
	const seed = same.length === 0 ? undefined : Math.max(0, ...same.map((take) => take.seed ?? 0)) + 1;
	const engine = await deps.getEngineInfo(voice.speech.engine);
	const hash = takeHash(workspaceId, engine.version, voice.speech, sentence.unit, seed);
	const work: Work = { voice, sentence: { ...sentence, seed, hash } };
	const generationId = newId();
	let length = 0;
	const unit = { ...toUnit(workspaceId, work, 0), unpaid: price > 0 };
	await renderSentences(
		deps,
		context,
		{
			id: generationId,
			voices: [speaker],
			model: modelOf(speaker),
			tier: await getTier(db, workspaceId),
			source: "Projects",
			priority: "interactive",
		},
		{ text: "", toSourceOffset: (at) => at, voices: [voice.speech], units: [unit], tags: [] },
		({ seconds }) => {
			length = seconds;
		},
	);
	const row = await db.transaction().execute(async (tx) => {
		const added = newTakeOf(work, length, userId);
		if (price === 0) await recordPaidSentences(tx, workspaceId, generationId, [{ key: hash, characters: null }]);
		await insertTakes(tx, workspaceId, path.project_id, [added]);
		await holdTakes(tx, workspaceId, holderOf(path.project_id), [hash]);
		await deletePin(tx, workspaceId, path.project_id, placeOf(sentence));
		await chooseTake(tx, workspaceId, path.project_id, { hash, baseHash: sentence.baseHash });
		return findTake(tx, workspaceId, path.project_id, added.id);
	});
	if (!row) throw new Error("a take with this hash existed already");
	return { take: presentTake(row, { isCurrent: true, isUsed: true }) };
}
