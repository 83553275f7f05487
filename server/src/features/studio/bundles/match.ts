// Which takes of a bundle are what this server would generate now. The others are kept where they are heard.
import { isDeepStrictEqual } from "node:util";
import { sentenceKey } from "../sentences/plan.ts";
import type { ChapterPlan, PlannedSentence } from "../sentences/types.ts";
import type { Manifest, ManifestTake } from "./manifest.ts";

export type Match = {
	/** By the id of the take in the bundle. */
	takes: ReadonlyMap<string, { baseHash: string; chosen: boolean }>;
	/** For each chapter, the sentences that keep their take whatever their voice and settings are. */
	pins: { blockId: string; sentenceKey: string; occurrence: number; takeId: string }[][];
};

const placeOf = (blockId: string, key: string, occurrence: number) => `${blockId} ${key} ${occurrence}`;

export function matchTakes(
	{ chapters, takes }: Manifest,
	plans: readonly (ChapterPlan | undefined)[],
	groupHash: (group: string) => string,
): Match {
	const byId = new Map(takes.map((take) => [take.id, take]));
	/** Groups of takes that are what is planned, with the hash of that and the take that is used. */
	const current = new Map<string, { baseHash: string; used: string }>();
	const pins = chapters.map(({ sentences }, at): Match["pins"][number] => {
		const plan = plans[at];
		const planned = new Map(plan?.sentences.map((one) => [placeOf(one.blockId, one.key, one.occurrence), one]));
		return sentences.flatMap((sentence) => {
			const key = sentenceKey(sentence.text);
			const take = byId.get(sentence.take);
			if (!take) return [];
			const found = planned.get(placeOf(sentence.block_id, key, sentence.occurrence));
			if (plan && found && !sentence.pinned && isSame(plan, found, take, sentence)) {
				const known = current.get(take.group) ?? { baseHash: found.baseHash, used: take.id };
				current.set(take.group, known);
				if (known.baseHash === found.baseHash && known.used === take.id) return [];
			}
			return [{ blockId: sentence.block_id, sentenceKey: key, occurrence: sentence.occurrence, takeId: take.id }];
		});
	});
	return {
		pins,
		takes: new Map(
			takes.map(({ id, group, chosen }) => {
				const match = current.get(group);
				return [
					id,
					match ? { baseHash: match.baseHash, chosen: match.used === id } : { baseHash: groupHash(group), chosen },
				];
			}),
		),
	};
}

/** The same voice with the same settings, and the same pronunciations and pauses. */
function isSame(
	{ voices }: ChapterPlan,
	{ voice, unit }: PlannedSentence,
	take: ManifestTake,
	{ marks, breaks }: { marks?: unknown; breaks?: unknown },
): boolean {
	const { marks: ownMarks = null, breaks: ownBreaks = null } = unit;
	const speaker = voices[voice];
	return (
		speaker?.voiceId === take.voice_id &&
		isDeepStrictEqual(plain(speaker.speech), plain(take.settings)) &&
		isDeepStrictEqual(plain([ownMarks, ownBreaks]), plain([marks ?? null, breaks ?? null]))
	);
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
