import type { SpeechUnit, SpeechVoice } from "@timbre/engines/node/protocol.ts";
import type { EngineInfo } from "@timbre/engines/speech/engine-info.ts";
import type { AudioTag } from "@timbre/engines/text/audio-tags.ts";
import type { DictionaryRule } from "@timbre/engines/text/dictionary.ts";
import type { UsableVoice } from "../../voices/voices.public.ts";

/** A text and its voice; a dialogue has several lines. */
export type Line = {
	voice: UsableVoice;
	engine: EngineInfo;
	text: string;
	settings: { speed?: number | null; stability?: number | null; style?: number | null };
};

export type RenderOptions = {
	languageCode: string | null | undefined;
	normalization: "auto" | "on" | "off";
	seed: number | null | undefined;
	newTake: boolean;
	rules: readonly DictionaryRule[];
	/** Whether to parse markup in the text. */
	markup: boolean;
	nextText?: string | null;
};

export type PlannedUnit = SpeechUnit & {
	take: { key: string; stored: boolean };
	/** Not paid for yet, so delivering it costs credits. */
	unpaid: boolean;
	/** Characters paid for by generations that ended within the sentence. */
	paidCharacters: number;
	/** Identifies the take, also in the record of paid sentences. */
	hash: string;
	/** Index of the dialogue line. */
	line: number;
	/** Credit multiplier set by the owner of the voice. */
	rate: number;
};

/** What is spoken: the sentences of all lines and the voices they refer to. */
export type PlannedText = {
	/** Text without markup; the lines of a dialogue are joined by line breaks. */
	text: string;
	/** Maps an offset in `text` to the offset in the text the caller sent. */
	toSourceOffset: (offset: number) => number;
	voices: SpeechVoice[];
	units: PlannedUnit[];
	/** Audio tags that were removed, with offsets in the text the caller sent. */
	tags: AudioTag[];
};

export type Plan = PlannedText & {
	characters: number;
	newCharacters: number;
	/** New characters weighted by each voice's rate; multiplied by the model's cost to get credits. */
	newWeightedCharacters: number;
};
