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

type Cluster = { sum: number[]; seconds: number; parts: number[] };

const defaultThreshold = 0.45;
const defaultMaxCount = 32;
/** Without a known number, a speaker with less speech than this belongs to the most similar other one. */
const minSpeakerSeconds = 3;
/** Merging compares all pairs of clusters, so more parts than this are joined with their neighbors first. */
const maxParts = 500;

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
	const { threshold = defaultThreshold, count } = options;
	const maxCount = count ?? options.maxCount ?? defaultMaxCount;
	let clusters = joinNeighbors(parts.map(toCluster));
	clusters = merge(clusters, (similarity, left) =>
		count === undefined ? similarity >= threshold || left > maxCount : left > count,
	);
	if (count === undefined) clusters = absorbSmall(clusters);
	const labels = new Array<number>(parts.length).fill(0);
	for (const [label, { parts: own }] of clusters.entries()) for (const at of own) labels[at] = label;
	return labels;
}

function toCluster({ vector, start, end }: VoicePart, at: number): Cluster {
	const seconds = end - start;
	return { sum: vector.map((value) => value * seconds), seconds, parts: [at] };
}

function joined(one: Cluster, other: Cluster): Cluster {
	return {
		sum: one.sum.map((value, at) => value + (other.sum[at] as number)),
		seconds: one.seconds + other.seconds,
		parts: [...one.parts, ...other.parts],
	};
}

/** Joins the most similar neighbors until there are few enough to compare all pairs. */
function joinNeighbors(clusters: Cluster[]): Cluster[] {
	const left = [...clusters];
	while (left.length > maxParts) {
		const similarities = left
			.slice(1)
			.map((one, at) => ({ at, similarity: cosine((left[at] as Cluster).sum, one.sum) }));
		const excess = Math.min(left.length - maxParts, Math.ceil(left.length / 4));
		const chosen = new Set(
			similarities
				.toSorted((one, other) => other.similarity - one.similarity)
				.slice(0, excess)
				.map(({ at }) => at),
		);
		for (let at = left.length - 2; at >= 0; at--)
			if (chosen.has(at)) left.splice(at, 2, joined(left[at] as Cluster, left[at + 1] as Cluster));
	}
	return left;
}

/** Merges the two most similar clusters as long as `goesOn` says so. */
function merge(clusters: Cluster[], goesOn: (similarity: number, left: number) => boolean): Cluster[] {
	const left = [...clusters];
	const similarities = left.map((one) => left.map((other) => cosine(one.sum, other.sum)));
	while (left.length > 1) {
		let best = Number.NEGATIVE_INFINITY;
		let pair: [number, number] = [0, 1];
		for (let one = 0; one < left.length; one++) {
			const row = similarities[one] as number[];
			for (let other = one + 1; other < left.length; other++)
				if ((row[other] as number) > best) {
					best = row[other] as number;
					pair = [one, other];
				}
		}
		if (!goesOn(best, left.length)) break;
		const [one, other] = pair;
		const both = joined(left[one] as Cluster, left[other] as Cluster);
		left[one] = both;
		left.splice(other, 1);
		similarities.splice(other, 1);
		for (const row of similarities) row.splice(other, 1);
		similarities[one] = left.map((third) => cosine(both.sum, third.sum));
		for (const [at, row] of similarities.entries()) row[one] = (similarities[one] as number[])[at] as number;
	}
	return left;
}

function absorbSmall(clusters: readonly Cluster[]): Cluster[] {
	const order = clusters.toSorted((one, other) => other.seconds - one.seconds);
	const speakers = order.filter(({ seconds }, at) => at === 0 || seconds >= minSpeakerSeconds);
	const result = [...speakers];
	for (const small of order) {
		if (speakers.includes(small)) continue;
		const similarities = speakers.map(({ sum }) => cosine(sum, small.sum));
		const at = similarities.indexOf(Math.max(...similarities));
		result[at] = joined(result[at] as Cluster, small);
	}
	return result;
}
