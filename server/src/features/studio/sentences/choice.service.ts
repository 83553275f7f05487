// Which take each sentence of a plan has: the one a person has chosen for this place, the best one so far, or none yet.
import type { Db } from "@timbre/db/connect.ts";
import { listLocks, listPins } from "../takes/pins.repo.ts";
import { listChosenTakes, listKnownKeys, listTakesByHash } from "../takes/takes.repo.ts";
import type { ChapterPlan, ChosenPlan, ChosenSentence, TakesOfDraft } from "./types.ts";

export const placeKey = ({ blockId, key, occurrence }: { blockId: string; key: string; occurrence: number }) =>
	`${blockId} ${key} ${occurrence}`;

export async function chooseTakes(
	db: Db,
	workspaceId: string,
	projectId: string,
	plan: ChapterPlan,
	draft?: TakesOfDraft,
): Promise<ChosenPlan> {
	const blockIds = [...new Set([...plan.sentences.map(({ blockId }) => blockId), ...(draft?.originBlocks ?? [])])];
	const baseHashes = [...new Set(plan.sentences.map(({ baseHash }) => baseHash))];
	const keys = [...new Set(plan.sentences.map(({ key }) => key))];
	const chosen = new Map(
		(await listChosenTakes(db, workspaceId, projectId, baseHashes)).map((take) => [take.base_hash, take]),
	);
	const base = new Map(
		(await listTakesByHash(db, workspaceId, projectId, baseHashes)).map((take) => [take.hash, take]),
	);
	const known = new Set(await listKnownKeys(db, workspaceId, projectId, keys));
	const locked = new Set((await listLocks(db, workspaceId, projectId, blockIds)).map(({ block_id }) => block_id));
	const pins = new Map(
		(await listPins(db, workspaceId, projectId, blockIds)).map((pin) => [
			placeKey({ blockId: pin.block_id, key: pin.sentence_key, occurrence: pin.occurrence }),
			pin,
		]),
	);
	const sentences: ChosenSentence[] = [];
	let leftOut = 0;
	for (const sentence of plan.sentences) {
		const isLocked = locked.has(sentence.blockId) && !draft?.unlocked.has(sentence.blockId);
		const place = placeKey(sentence);
		const found = pins.get(draft?.origins.get(place) ?? place);
		const pin = found?.by_lock && draft?.unlocked.has(found.block_id) ? undefined : found;
		if (isLocked && !pin) {
			leftOut++;
			continue;
		}
		const take = pin ?? chosen.get(sentence.baseHash) ?? base.get(sentence.baseHash);
		sentences.push({
			...sentence,
			hash: take?.hash ?? sentence.baseHash,
			seed: take?.seed ?? undefined,
			takeId: take?.id,
			takeVoiceId: pin?.voice_id,
			pinned: pin !== undefined,
			locked: isLocked,
			stale: !take && known.has(sentence.key),
		});
	}
	return { ...plan, sentences, leftOut };
}
