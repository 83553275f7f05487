import type { CharacterTimes } from "../alignment/characters.ts";
import type { SpokenSpan } from "../text/spans.ts";
import type { UnitSegment } from "./render.ts";
import { decodeTake, encodeTake, type Take, type TakeStore } from "./takes.ts";
import { createTurns } from "./turns.ts";

/** How many sentences are written at once, by all streams of this process together: the sound comes first. */
const inTurn = createTurns(4, { rest: 3 });
/** A stream that is made faster than the disk writes waits for it: its sound would fill the memory. */
const waitingAtMost = 32;
/** The end of a stream does not wait longer than this for its last sentences to be on disk. */
const longestWaitMs = 2_000;

/** A sentence's sound waits so long for it to be kept: a disk takes a few milliseconds, and nobody hears these. */
const waitMs = 25;

async function within<T, L>(ms: number, work: Promise<T>, tooLate: () => L): Promise<T | L> {
	let timer: NodeJS.Timeout | undefined;
	const patience = new Promise<L>((resolve) => {
		timer = setTimeout(() => resolve(tooLate()), ms);
	});
	try {
		return await Promise.race([work, patience]);
	} finally {
		clearTimeout(timer);
	}
}

export type Keeper = ReturnType<typeof createKeeper>;

/**
 * Keeps the sentences of one stream. The sound waits a moment for the store, so that a sentence is mostly kept when it is told to have been
 * spoken; a store that takes longer is not waited for, and `told` names the units that were kept late, each once. A sentence that is on its
 * way to the store is waited for by whoever wants to read it.
 */
export function createKeeper(takes: TakeStore | undefined, onTrouble: ((error: unknown) => void) | undefined) {
	const underWay = new Map<string, Promise<boolean>>();
	let keptLate: number[] = [];
	return {
		keeps: takes !== undefined,
		/** `take` is made when its turn has come: joining its times takes its time too. True when it is kept already. */
		async keep(unit: number, key: string, take: () => Take): Promise<boolean> {
			if (!takes) return false;
			while (underWay.size >= waitingAtMost) await Promise.race(underWay.values());
			let late = false;
			const work = inTurn(async () => takes.write(key, encodeTake(take()))).then(
				() => {
					if (late) keptLate.push(unit);
					return true;
				},
				(error: unknown) => {
					onTrouble?.(error);
					return false;
				},
			);
			underWay.set(key, work);
			void work.then(() => underWay.get(key) === work && underWay.delete(key));
			return within(waitMs, work, () => {
				late = true;
				return false;
			});
		},
		async read(key: string): Promise<Take | undefined> {
			if (!takes) return undefined;
			try {
				await underWay.get(key);
				const bytes = await takes.read(key);
				return bytes && decodeTake(bytes);
			} catch (error) {
				onTrouble?.(error);
				return undefined;
			}
		},
		told(): number[] {
			const units = keptLate;
			if (units.length > 0) keptLate = [];
			return units;
		},
		async finish(): Promise<void> {
			await within(longestWaitMs, Promise.all(underWay.values()), () => undefined);
		},
	};
}

export type TakeParts = { rate: number; samples: number; segments: { segment: UnitSegment; at: number }[] };

export function takeOf(writtenText: string, { rate, segments }: TakeParts, pcm: Int16Array): Take {
	const results = segments.flatMap(({ segment, at }) =>
		segment.result ? [{ segment, result: segment.result, at }] : [],
	);
	const spans: SpokenSpan[] = [];
	let spokenLength = 0;
	for (const { segment, result } of results) {
		for (const span of result.spans)
			spans.push({
				writtenStart: segment.start + span.writtenStart,
				writtenEnd: segment.start + span.writtenEnd,
				spokenStart: spokenLength + span.spokenStart,
				spokenEnd: spokenLength + span.spokenEnd,
			});
		// The space that joins it to the next.
		spokenLength += result.spokenText.length + 1;
	}
	const timed = results.length > 0 && results.every(({ result }) => result.written && result.spoken);
	return {
		sampleRate: rate,
		pcm,
		writtenText,
		spokenText: results.map(({ result }) => result.spokenText).join(" "),
		spans,
		...(timed
			? {
					written: joinTimes(results.map(({ result, at }) => ({ times: result.written, at }))),
					spoken: joinTimes(results.map(({ result, at }) => ({ times: result.spoken, at }))),
				}
			: {}),
		unhonoured: results.flatMap(({ result }) => result.unhonoured),
	};
}

function joinTimes(parts: { times: CharacterTimes | undefined; at: number }[]): CharacterTimes {
	const shifted = (seconds: number[] | undefined, at: number) => (seconds ?? []).map((second) => second + at);
	return {
		characters: parts.flatMap(({ times }) => times?.characters ?? []),
		starts: parts.flatMap(({ times, at }) => shifted(times?.starts, at)),
		ends: parts.flatMap(({ times, at }) => shifted(times?.ends, at)),
	};
}
