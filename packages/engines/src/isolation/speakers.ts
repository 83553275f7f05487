// Who speaks when. Speech is cut at its pauses, each piece is given the place of its voice (voices/speaker.ts), and pieces that lie near
// each other are taken for one person's.
import { cosine } from "../voices/speaker.ts";
import { joined, type Stretch, secondsOf } from "./silence.ts";

export type FoundSpeaker = { utterances: Stretch[]; seconds: number };

type Piece = Stretch & { vector: readonly number[] };
type Group = { pieces: Piece[]; sum: readonly number[]; seconds: number };

/** A longer piece may hold a change of speakers without a pause. */
const longestPiece = 5;
/** A voice cannot be told from less. */
const shortestTold = 1.2;
/** Nearer than this is the same person: measured on read speech, docs/voices.md. */
const sameVoice = 0.5;
/** Somebody with less than this was not really heard. */
const leastSeconds = 3;
const mostSpeakers = 6;

export function separateSpeakers(
	pcm16k: Float32Array,
	stretches: readonly Stretch[],
	vectorOf: (pcm16k: Float32Array) => readonly number[],
): FoundSpeaker[] {
	const pieces = stretches.flatMap(cut).map((stretch) => ({
		...stretch,
		vector: stretch.end - stretch.start < shortestTold ? [] : vectorOf(joined(pcm16k, 16_000, [stretch])),
	}));
	const told = pieces.filter((piece) => piece.vector.length > 0);
	if (told.length === 0) return pieces.length === 0 ? [] : [speakerOf(pieces)];
	const groups = settle(merge(told.map(alone)));
	for (const piece of pieces) if (piece.vector.length === 0) nextTo(groups, piece).pieces.push(piece);
	return groups.map(({ pieces: theirs }) => speakerOf(theirs)).sort((one, other) => other.seconds - one.seconds);
}

function cut({ start, end }: Stretch): Stretch[] {
	const count = Math.max(1, Math.ceil((end - start) / longestPiece));
	const length = (end - start) / count;
	return Array.from({ length: count }, (_, at) => ({ start: start + at * length, end: start + (at + 1) * length }));
}

function alone(piece: Piece): Group {
	const seconds = piece.end - piece.start;
	return { pieces: [piece], sum: piece.vector.map((value) => value * seconds), seconds };
}

function together(one: Group, other: Group): Group {
	return {
		pieces: [...one.pieces, ...other.pieces],
		sum: one.sum.map((value, at) => value + (other.sum[at] as number)),
		seconds: one.seconds + other.seconds,
	};
}

/** The nearest two become one, until those left are different people. */
function merge(groups: Group[]): Group[] {
	const left = [...groups];
	while (left.length > 1) {
		let best = { near: Number.NEGATIVE_INFINITY, one: 0, other: 1 };
		for (let one = 0; one < left.length; one++)
			for (let other = one + 1; other < left.length; other++) {
				const near = cosine((left[one] as Group).sum, (left[other] as Group).sum);
				if (near > best.near) best = { near, one, other };
			}
		if (best.near < sameVoice) break;
		const joinedGroup = together(left[best.one] as Group, left[best.other] as Group);
		left.splice(best.other, 1);
		left.splice(best.one, 1, joinedGroup);
	}
	return left;
}

/** Whoever was hardly heard is taken for the nearest of those who were. */
function settle(groups: Group[]): Group[] {
	const order = groups.toSorted((one, other) => other.seconds - one.seconds);
	const people = order.filter(({ seconds }, at) => at === 0 || (seconds >= leastSeconds && at < mostSpeakers));
	for (const group of order) {
		if (people.includes(group)) continue;
		const nearest = people.reduce((best, one) =>
			cosine(one.sum, group.sum) > cosine(best.sum, group.sum) ? one : best,
		);
		nearest.pieces.push(...group.pieces);
	}
	return people;
}

/** A piece too short to be told is taken for that of whoever speaks nearest in time. */
function nextTo(groups: readonly Group[], piece: Piece): Group {
	const distance = ({ pieces }: Group) =>
		Math.min(...pieces.map((other) => Math.max(other.start - piece.end, piece.start - other.end)));
	return groups.reduce((best, group) => (distance(group) < distance(best) ? group : best));
}

function speakerOf(pieces: readonly Stretch[]): FoundSpeaker {
	const utterances: Stretch[] = [];
	for (const { start, end } of pieces.toSorted((one, other) => one.start - other.start)) {
		const last = utterances.at(-1);
		if (last && start - last.end < 0.05) last.end = end;
		else utterances.push({ start, end });
	}
	return { utterances, seconds: secondsOf(utterances) };
}
