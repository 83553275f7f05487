import {
	autoLanguage,
	defaultTranscriptionModel,
	maxKeytermCharacters,
	maxKeyterms,
	resolveTranscriptionModel,
	sourceLanguageKey,
	type TranscriptionModelId,
	transcriptionModels,
} from "@timbre/contract/transcription/rules.ts";

/** "none": speakers are not told apart. "auto": as many as are heard. Otherwise their number. */
export type Speakers = "none" | "auto" | `${number}`;

/** How recordings are transcribed, as chosen on the page. */
export type Options = {
	model: TranscriptionModelId;
	language: string;
	speakers: Speakers;
	/** As typed: separated by commas or lines. */
	keyterms: string;
	events: boolean;
	noVerbatim: boolean;
	channels: boolean;
};

export const defaultOptions: Options = {
	model: defaultTranscriptionModel,
	language: autoLanguage,
	speakers: "auto",
	keyterms: "",
	events: true,
	noVerbatim: false,
	channels: false,
};

/** Options from the browser's storage. What is missing or no longer offered gets its default. */
export function readOptions(stored: string): Options {
	let saved: Partial<Options> = {};
	try {
		saved = JSON.parse(stored) as Partial<Options>;
	} catch {
		// Not stored yet.
	}
	const options = { ...defaultOptions, ...saved };
	return {
		...options,
		model: transcriptionModels.find(({ id }) => id === options.model)?.id ?? defaultOptions.model,
		language: sourceLanguageKey(options.language) ?? autoLanguage,
	};
}

const isEnglishOnly = (model: TranscriptionModelId): boolean =>
	resolveTranscriptionModel(model)?.transcriber === "moonshine";

/** Why a model can't be used with the chosen language. */
export function modelProblem(model: TranscriptionModelId, language: string): string | undefined {
	const fits = !isEnglishOnly(model) || language === "en" || language === autoLanguage;
	return fits ? undefined : "Transcribes English only.";
}

function splitKeyterms(text: string): string[] {
	const terms = text.split(/[,;\n]/).map((term) => term.trim());
	return [...new Set(terms.filter((term) => term !== ""))];
}

/** What is wrong with the keyterms, if anything. */
export function keytermsProblem(text: string): string | undefined {
	const terms = splitKeyterms(text);
	if (terms.length > maxKeyterms) return `Use at most ${maxKeyterms} terms.`;
	const long = terms.find((term) => term.length > maxKeytermCharacters);
	return long && `“${long.slice(0, 20)}…” is longer than ${maxKeytermCharacters} characters.`;
}

/** The options of a request. */
export function requestOptions(options: Options) {
	const count = Number(options.speakers);
	const keyterms = splitKeyterms(options.keyterms);
	return {
		model_id: options.model,
		language_code: isEnglishOnly(options.model) ? "en" : options.language,
		// Each channel is a speaker already.
		diarize: options.speakers !== "none" && !options.channels,
		...(Number.isInteger(count) && !options.channels ? { num_speakers: count } : {}),
		tag_audio_events: options.events && !options.noVerbatim,
		no_verbatim: options.noVerbatim,
		use_multi_channel: options.channels,
		...(keyterms.length > 0 ? { keyterms } : {}),
	};
}
