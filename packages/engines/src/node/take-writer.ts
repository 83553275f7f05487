import { emptyTimes, joinTimes } from "../alignment/times/times.ts";
import type { SpokenSpan } from "../text/spans.ts";
import { createLimiter, type Limiter } from "../workers/limiter.ts";
import type { UnitSegment } from "./render.ts";
import { decodeTake, encodeTake, type Take, type TakeStore } from "./takes.ts";

/** Limits the take writes of a node across all of its streams, so that they do not slow down audio. */
export function createWriteLimiter(): Limiter {
	return createLimiter(4, { cooldown: 3 });
}

/** A stream that is synthesized faster than the store writes waits, because its pending takes would fill the memory. */
const maxPendingWrites = 32;
/** How long the end of a stream waits for its last takes to be written. */
const maxFinishMs = 2_000;

/** How long a sentence waits for its take to be written. A disk takes a few milliseconds, which nobody hears. */
const writeWaitMs = 25;

/** Waits for the work, but no longer than this. */
async function withTimeout(ms: number, work: Promise<unknown>): Promise<void> {
	let timer: NodeJS.Timeout | undefined;
	const timeout = new Promise<void>((resolve) => {
		timer = setTimeout(resolve, ms);
	});
	try {
		await Promise.race([work, timeout]);
	} finally {
		clearTimeout(timer);
	}
}

export type TakeWriter = ReturnType<typeof createTakeWriter>;

/**
 * Stores the takes of one stream. Audio waits briefly for each write, so that most sentences are stored by the time
 * they are reported as spoken. Slower writes continue in the background. Reading a take that is still being written
 * waits for the write.
 */
export function createTakeWriter(
	takes: TakeStore | undefined,
	onWarning: ((error: unknown) => void) | undefined,
	limitWrites: Limiter = createWriteLimiter(),
) {
	const pending = new Map<string, Promise<unknown>>();
	return {
		enabled: takes !== undefined,
		/** `build` is called when the write starts, because building a take is work too. */
		async write(key: string, build: () => Take): Promise<void> {
			if (!takes) return;
			while (pending.size >= maxPendingWrites) await Promise.race(pending.values());
			const work = limitWrites(async () => takes.write(key, encodeTake(build()))).catch((error: unknown) =>
				onWarning?.(error),
			);
			pending.set(key, work);
			void work.then(() => pending.get(key) === work && pending.delete(key));
			await withTimeout(writeWaitMs, work);
		},
		async read(key: string): Promise<Take | undefined> {
			if (!takes) return undefined;
			try {
				await pending.get(key);
				const bytes = await takes.read(key);
				return bytes && decodeTake(bytes);
			} catch (error) {
				onWarning?.(error);
				return undefined;
			}
		},
		async finish(): Promise<void> {
			await withTimeout(maxFinishMs, Promise.all(pending.values()));
		},
	};
}

export type TakeParts = { rate: number; samples: number; segments: { segment: UnitSegment; at: number }[] };

export function buildTake(writtenText: string, { rate, segments }: TakeParts, pcm: Int16Array): Take {
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
		// Segments are joined with a space.
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
					written: joinTimes(results.map(({ result, at }) => ({ times: result.written ?? emptyTimes(), at }))),
					spoken: joinTimes(results.map(({ result, at }) => ({ times: result.spoken ?? emptyTimes(), at }))),
				}
			: {}),
		unhonoured: results.flatMap(({ result }) => result.unsupported),
	};
}
