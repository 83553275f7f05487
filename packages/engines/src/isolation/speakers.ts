// Speaker diarization: speech is split at pauses, each piece gets a speaker embedding (voices/measure/speaker.ts), and
// pieces with similar embeddings are clustered into one speaker.
import { cosine } from "../voices/measure/speaker.ts";
import { joinRanges, type TimeRange, totalSeconds } from "./silence.ts";

export type DiarizedSpeaker = { utterances: TimeRange[]; seconds: number };

type Piece = TimeRange & { vector: readonly number[] };
type Cluster = { pieces: Piece[]; sum: readonly number[]; seconds: number };

/** Longer pieces are split, because the speaker may change without a pause. */
const maxPieceSeconds = 5;
/** Shorter pieces are not enough for a reliable embedding. */
const minEmbeddingSeconds = 1.2;
/** Minimum cosine similarity of two pieces by the same speaker, measured on read speech (docs/voices.md). */
const minSimilarity = 0.5;
/** A cluster with less speech is merged into the most similar speaker. */
const minSpeakerSeconds = 3;
const maxSpeakers = 6;

export function diarize(
	pcm16k: Float32Array,
	speech: readonly TimeRange[],
	embed: (pcm16k: Float32Array) => readonly number[],
): DiarizedSpeaker[] {
	const pieces = speech.flatMap(split).map((range) => ({
		...range,
		vector: range.end - range.start < minEmbeddingSeconds ? [] : embed(joinRanges(pcm16k, 16_000, [range])),
	}));
	const embedded = pieces.filter((piece) => piece.vector.length > 0);
	if (embedded.length === 0) return pieces.length === 0 ? [] : [toSpeaker(pieces)];
	const clusters = absorbSmall(mergeSimilar(embedded.map(singleton)));
	for (const piece of pieces) if (piece.vector.length === 0) nearestInTime(clusters, piece).pieces.push(piece);
	return clusters.map((cluster) => toSpeaker(cluster.pieces)).sort((one, other) => other.seconds - one.seconds);
}

function split({ start, end }: TimeRange): TimeRange[] {
	const count = Math.max(1, Math.ceil((end - start) / maxPieceSeconds));
	const length = (end - start) / count;
	return Array.from({ length: count }, (_, at) => ({ start: start + at * length, end: start + (at + 1) * length }));
}

function singleton(piece: Piece): Cluster {
	const seconds = piece.end - piece.start;
	return { pieces: [piece], sum: piece.vector.map((value) => value * seconds), seconds };
}

function mergePair(one: Cluster, other: Cluster): Cluster {
	return {
		pieces: [...one.pieces, ...other.pieces],
		sum: one.sum.map((value, at) => value + (other.sum[at] as number)),
		seconds: one.seconds + other.seconds,
	};
}

/** Merges the two most similar clusters until all that remain are different speakers. */
function mergeSimilar(clusters: Cluster[]): Cluster[] {
	const left = [...clusters];
	while (left.length > 1) {
		let best = { similarity: Number.NEGATIVE_INFINITY, one: 0, other: 1 };
		for (let one = 0; one < left.length; one++)
			for (let other = one + 1; other < left.length; other++) {
				const similarity = cosine((left[one] as Cluster).sum, (left[other] as Cluster).sum);
				if (similarity > best.similarity) best = { similarity, one, other };
			}
		if (best.similarity < minSimilarity) break;
		const merged = mergePair(left[best.one] as Cluster, left[best.other] as Cluster);
		left.splice(best.other, 1);
		left.splice(best.one, 1, merged);
	}
	return left;
}

/** Merges clusters with little speech into the most similar larger one. */
function absorbSmall(clusters: Cluster[]): Cluster[] {
	const order = clusters.toSorted((one, other) => other.seconds - one.seconds);
	const speakers = order.filter(({ seconds }, at) => at === 0 || (seconds >= minSpeakerSeconds && at < maxSpeakers));
	for (const cluster of order) {
		if (speakers.includes(cluster)) continue;
		const nearest = speakers.reduce((best, one) =>
			cosine(one.sum, cluster.sum) > cosine(best.sum, cluster.sum) ? one : best,
		);
		nearest.pieces.push(...cluster.pieces);
	}
	return speakers;
}

/** A piece too short for an embedding is assigned to the speaker nearest in time. */
function nearestInTime(clusters: readonly Cluster[], piece: Piece): Cluster {
	const distance = ({ pieces }: Cluster) =>
		Math.min(...pieces.map((other) => Math.max(other.start - piece.end, piece.start - other.end)));
	return clusters.reduce((best, cluster) => (distance(cluster) < distance(best) ? cluster : best));
}

function toSpeaker(pieces: readonly TimeRange[]): DiarizedSpeaker {
	const utterances: TimeRange[] = [];
	for (const { start, end } of pieces.toSorted((one, other) => one.start - other.start)) {
		const last = utterances.at(-1);
		if (last && start - last.end < 0.05) last.end = end;
		else utterances.push({ start, end });
	}
	return { utterances, seconds: totalSeconds(utterances) };
}
