// Sentences of a chapter and their takes, as pages show them.
import type { Sentence, SentenceTakes, Take } from "@timbre/contract/studio/take-schemas.ts";
import { formatTime } from "@timbre/ui/audio/time.ts";
import { counted } from "../../../../lib/text/format.ts";

export type BlockMarkKind = "locked" | "misread" | "stale" | "new";
export type BlockMark = { kind: BlockMarkKind; text: string };

/** What the margin says about each block. Blocks whose audio is fine have no mark, nor has a chapter without any audio. */
export function blockMarks(sentences: readonly Sentence[], lockedBlocks: readonly string[]): Map<string, BlockMark> {
	const marks = new Map<string, BlockMark>();
	const hasAudio = sentences.some(({ state }) => state !== "new");
	if (!hasAudio && lockedBlocks.length === 0) return marks;
	for (const [blockId, own] of Map.groupBy(sentences, ({ block_id }) => block_id)) {
		const mark = markOf(own);
		if (mark) marks.set(blockId, mark);
	}
	for (const blockId of lockedBlocks) marks.set(blockId, { kind: "locked", text: "Locked." });
	return marks;
}

function markOf(sentences: readonly Sentence[]): BlockMark | null {
	const number = (matches: (sentence: Sentence) => boolean) => sentences.filter(matches).length;
	const stale = number(({ state }) => state === "stale");
	const fresh = number(({ state }) => state === "new");
	const misread = number(({ verdict, take_id }) => verdict === "misread" && take_id !== null);
	const texts = [
		misread > 0 ? `${counted(misread, "misread sentence")}.` : "",
		stale > 0 ? `${counted(stale, "stale sentence")}.` : "",
		fresh > 0 ? `${counted(fresh, "sentence")} without audio.` : "",
	].filter((text) => text !== "");
	const kind = misread > 0 ? "misread" : stale > 0 ? "stale" : fresh > 0 ? "new" : null;
	return kind && { kind, text: texts.join(" ") };
}

export type SentenceState = "new" | "stale" | "restored" | "ready";

/** The take that is heard, if there is one. */
export const usedTake = ({ takes }: Pick<SentenceTakes, "takes">): Take | undefined =>
	takes.find(({ is_used }) => is_used);

export function stateOf({ takes }: Pick<SentenceTakes, "takes">): SentenceState {
	const used = usedTake({ takes });
	if (used) return used.is_current ? "ready" : "restored";
	return takes.length > 0 ? "stale" : "new";
}

/** "Speed 1.1, stability 0.5". Style only if there is some. */
export function settingsText({ settings: { speed, stability, style } }: Pick<Take, "settings">): string {
	const parts = [`Speed ${round(speed)}`, `stability ${round(stability)}`];
	if (style > 0) parts.push(`style ${round(style)}`);
	return parts.join(", ");
}

const round = (value: number) => Math.round(value * 100) / 100;

/** "2.4 s", "1:03". */
export const lengthText = (seconds: number): string =>
	seconds < 60 ? `${(Math.round(seconds * 10) / 10).toFixed(1)} s` : formatTime(seconds);

/** Two takes differ in length, so the same share of each is about the same word. */
export function samePosition(seconds: number, from: Pick<Take, "seconds">, to: Pick<Take, "seconds">): number {
	if (from.seconds <= 0) return 0;
	return Math.min(1, Math.max(0, seconds / from.seconds)) * to.seconds;
}

/** What the button for another take says. */
export function retakeText({ takes, retake_credits }: Pick<SentenceTakes, "takes" | "retake_credits">): string {
	const used = usedTake({ takes });
	const what = used === undefined ? "Generate" : retake_credits === 0 ? "Read again" : "Another take";
	return `${what}: ${retake_credits === 0 ? "free" : counted(retake_credits, "credit")}`;
}

export const takeItemId = (takeId: string): string => `studio-take:${takeId}`;
