// Speaker diarization: parts of speech with similar speaker vectors are clustered, and each word gets the speaker of its
// part. The vectors come from the speech node, part by part; clustering needs those of the whole recording.
import { cosine } from "../voices/measure/speaker.ts";
import type { TranscriptSegment, VoicePart } from "./transcript.ts";

export type DiarizationOptions = {
	/** The number of speakers, if it is known. */
	count?: number;
	/** The most speakers that are told apart. Default 32. */
	maxCount?: number;
	/** Minimum cosine similarity of two clusters by the same speaker. */
	threshold?: number;
};

type Cluster = { sum: number[]; seconds: number };

const defaultThreshold = 0.33;
const defaultMaxCount = 32;
/** A cluster with less speech is not a speaker: it belongs to the most similar one. */
const minSpeakerSeconds = 3;
/** Merging compares all pairs, so in a long recording only this many parts are clustered. The others are then assigned. */
const maxParts = 500;
/** How often every part is assigned to the most similar cluster after merging. */
const refinements = 2;

/**
 * Returns the speaker of every word: a list of numbers per segment, counted from 0 in the order in which the speakers
 * are first heard. Segments are in order, with times from the start of the recording.
 */
export function assignSpeakers(
	segments: readonly Pick<TranscriptSegment, "words" | "voices">[],
	options: DiarizationOptions = {},
): number[][] {
	const parts = segments.flatMap(({ voices }) => voices);
	const labels = cluster(parts, options);
	const labeled = parts.map((part, at) => ({ ...part, speaker: labels[at] as number }));
	const numbers = new Map<number, number>();
	let before = 0;
	return segments.map(({ words, voices }) => {
		const own = labeled.slice(before, before + voices.length);
		before += voices.length;
		return words.map(({ start, end }) => {
			const speaker = nearest(own.length > 0 ? own : labeled, (start + end) / 2)?.speaker ?? 0;
			if (!numbers.has(speaker)) numbers.set(speaker, numbers.size);
			return numbers.get(speaker) as number;
		});
	});
}

/** The part that contains the time, or the closest one. Of overlapping parts, the one whose middle is closest. */
function nearest<T extends VoicePart>(parts: readonly T[], time: number): T | undefined {
	const distance = ({ start, end }: T) =>
		Math.max(0, start - time, time - end) * 1000 + Math.abs((start + end) / 2 - time);
	return parts.reduce<T | undefined>(
		(best, part) => (best === undefined || distance(part) < distance(best) ? part : best),
		undefined,
	);
}

/** Returns the cluster of each part. */
function cluster(parts: readonly VoicePart[], options: DiarizationOptions): number[] {
	if (parts.length === 0) return [];
	const every = Math.ceil(parts.length / maxParts);
	const steps = merge(parts.filter((_, at) => at % every === 0).map(toCluster));
	const chosen = options.count === undefined ? bySimilarity(steps, options) : byCount(steps, options.count);
	let speakers = absorbSmall(chosen);
	let labels: number[] = [];
	for (let round = 0; round < refinements; round++) {
		labels = parts.map(({ vector }) => mostSimilar(speakers, vector));
		speakers = speakers.map((before, label) => {
			const own = parts.filter((_, at) => labels[at] === label).map(toCluster);
			return own.length > 0 ? own.reduce(joined) : before;
		});
	}
	return labels;
}

function toCluster({ vector, start, end }: VoicePart): Cluster {
	const seconds = end - start;
	return { sum: vector.map((value) => value * seconds), seconds };
}

function joined(one: Cluster, other: Cluster): Cluster {
	return {
		sum: one.sum.map((value, at) => value + (other.sum[at] as number)),
		seconds: one.seconds + other.seconds,
	};
}

function mostSimilar(clusters: readonly Cluster[], vector: readonly number[]): number {
	let best = 0;
	let highest = Number.NEGATIVE_INFINITY;
	for (const [at, { sum }] of clusters.entries()) {
		const similarity = cosine(sum, vector);
		if (similarity > highest) {
			highest = similarity;
			best = at;
		}
	}
	return best;
}

/** Clusters, and the similarity of the two that are merged next. */
type Step = { clusters: Cluster[]; similarity: number };

/** Merges the two most similar clusters until one is left. Returns every step. */
function merge(clusters: readonly Cluster[]): Step[] {
	const left = [...clusters];
	const similarities = left.map((one) => left.map((other) => cosine(one.sum, other.sum)));
	const steps: Step[] = [];
	while (left.length > 1) {
		let similarity = Number.NEGATIVE_INFINITY;
		let pair: [number, number] = [0, 1];
		for (let one = 0; one < left.length; one++) {
			const row = similarities[one] as number[];
			for (let other = one + 1; other < left.length; other++)
				if ((row[other] as number) > similarity) {
					similarity = row[other] as number;
					pair = [one, other];
				}
		}
		steps.push({ clusters: [...left], similarity });
		const [one, other] = pair;
		const both = joined(left[one] as Cluster, left[other] as Cluster);
		left[one] = both;
		left.splice(other, 1);
		similarities.splice(other, 1);
		for (const row of similarities) row.splice(other, 1);
		similarities[one] = left.map((third) => cosine(both.sum, third.sum));
		for (const [at, row] of similarities.entries()) row[one] = (similarities[one] as number[])[at] as number;
	}
	steps.push({ clusters: left, similarity: Number.NEGATIVE_INFINITY });
	return steps;
}

/** How much speech makes a cluster a speaker. Less in a short recording. */
function minSecondsOf(clusters: readonly Cluster[]): number {
	return Math.min(minSpeakerSeconds, clusters.reduce((sum, { seconds }) => sum + seconds, 0) / 8);
}

const speakersOf = (clusters: readonly Cluster[], minSeconds = minSecondsOf(clusters)) =>
	clusters.filter(({ seconds }) => seconds >= minSeconds);

function bySimilarity(steps: readonly Step[], options: DiarizationOptions): Cluster[] {
	const { threshold = defaultThreshold, maxCount = defaultMaxCount } = options;
	const step = steps.find(
		({ clusters, similarity }) => similarity < threshold && speakersOf(clusters).length <= maxCount,
	);
	return step?.clusters ?? [];
}

/** The last step with so many speakers. Clusters too small for a speaker do not count. */
function byCount(steps: readonly Step[], count: number): Cluster[] {
	const step =
		steps.findLast(({ clusters }) => speakersOf(clusters).length === count) ??
		steps.findLast(({ clusters }) => clusters.length >= count) ??
		steps.at(0);
	return step?.clusters ?? [];
}

function absorbSmall(clusters: readonly Cluster[]): Cluster[] {
	const order = clusters.toSorted((one, other) => other.seconds - one.seconds);
	const found = speakersOf(order);
	const speakers = found.length > 0 ? found : order.slice(0, 1);
	const result = [...speakers];
	for (const small of order) {
		if (speakers.includes(small)) continue;
		const at = mostSimilar(speakers, small.sum);
		result[at] = joined(result[at] as Cluster, small);
	}
	return result;
}
