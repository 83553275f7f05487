import type { BlockType } from "@timbre/contract/studio/rules.ts";
import type { SpeechUnit, SpeechVoice } from "@timbre/engines/node/protocol.ts";

/** Who speaks a sentence, and how. */
export type SentenceVoice = {
	voiceId: string;
	voiceName: string;
	modelId: string;
	/** Credit multiplier set by the owner of the voice. */
	rate: number;
	language: string;
	speech: SpeechVoice;
};

/** A sentence of a chapter as it would be spoken now. */
export type PlannedSentence = {
	blockId: string;
	blockType: BlockType;
	/** Offsets in the text of its block. */
	start: number;
	end: number;
	/** Identifies the sentence by its text. */
	key: string;
	/** Counts sentences with the same text within the block. */
	occurrence: number;
	/** Index into the voices of the plan. */
	voice: number;
	unit: Pick<SpeechUnit, "text" | "boundary" | "marks" | "breaks">;
	/** Characters that are charged. */
	characters: number;
	/** Silence after it, in seconds. */
	pause: number;
	/** The take without a seed. */
	baseHash: string;
};

/** The sentences of a chapter in reading order. */
export type ChapterPlan = {
	chapterId: string;
	/** Number of the latest update of the document that the plan contains. */
	seq: number;
	voices: SentenceVoice[];
	sentences: PlannedSentence[];
};

/** Which take a sentence has, or will have. */
export type TakeChoice = {
	hash: string;
	seed: number | undefined;
	/** The stored take, if there is one. */
	takeId: string | undefined;
	/** The voice of a take that a person has chosen, which may be another one than that of the sentence. */
	takeVoiceId: string | undefined;
	/** It keeps this take whatever its voice and settings are. */
	pinned: boolean;
	locked: boolean;
	/** There are takes of the sentence with other voices or settings. */
	stale: boolean;
};
/** What a text that isn't written yet changes about the takes of its sentences. */
export type TakesOfDraft = {
	/** Blocks that will no longer be locked. */
	unlocked: ReadonlySet<string>;
	/** The place from which a sentence brings the take that was chosen for it, by its place in the draft. */
	origins: ReadonlyMap<string, string>;
	/** Blocks that these places are in. */
	originBlocks: readonly string[];
};
export type ChosenSentence = PlannedSentence & TakeChoice;
export type ChosenPlan = Omit<ChapterPlan, "sentences"> & {
	sentences: ChosenSentence[];
	/** Sentences of locked blocks whose text was changed after they were locked. They are left out. */
	leftOut: number;
};
