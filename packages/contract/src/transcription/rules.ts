// Limits, fixed values and rules that browsers and the server share. Without zod, which would cost every page its size.

/** The longest recording that can be transcribed: ten hours, or one hour with a transcript for each channel. */
export const maxTranscriptSeconds = 36_000;
export const maxMultichannelSeconds = 3_600;
export const maxSpeakers = 32;
export const maxKeyterms = 100;
export const maxKeytermCharacters = 50;
export const maxTitleCharacters = 200;
/** The most bars of a stored waveform. */
export const maxTranscriptPeaks = 2_000;
export const maxEditedWords = 200_000;

/** The models of this server. Each runs one transcriber. */
export const transcriptionModels = [
	{
		id: "whisper_small",
		name: "Whisper small",
		transcriber: "whisper-small",
		languages: "all",
		tier: "quality",
		description: "The most accurate transcripts, in about 60 languages, with detection of the language.",
	},
	{
		id: "whisper_base",
		name: "Whisper base",
		transcriber: "whisper-base",
		languages: "all",
		tier: "basic",
		description: "About three times as fast, with more mistakes. About 60 languages.",
	},
	{
		id: "moonshine_tiny",
		name: "Moonshine tiny",
		transcriber: "moonshine",
		languages: "English",
		tier: "fast",
		description: "The fastest. English only.",
	},
] as const;
export type TranscriptionModelId = (typeof transcriptionModels)[number]["id"];
export const defaultTranscriptionModel: TranscriptionModelId = "whisper_small";

/** Model ids of the compatible API, sent by existing client code. */
const foreignModels: Record<string, TranscriptionModelId> = {
	scribe_v1: "whisper_small",
	scribe_v1_experimental: "whisper_small",
	scribe_v2: "whisper_small",
	scribe_v2_realtime: "moonshine_tiny",
};

/** The own model that an id stands for. Undefined if there is none. */
export function resolveTranscriptionModel(id: string): (typeof transcriptionModels)[number] | undefined {
	const own = foreignModels[id] ?? id;
	return transcriptionModels.find((model) => model.id === own);
}

export const autoLanguage = "auto";

/** ISO 639-1 code, ISO 639-3 code as in responses, and name. */
const languages: readonly (readonly [key: string, code: string, name: string])[] = [
	["af", "afr", "Afrikaans"],
	["ar", "ara", "Arabic"],
	["hy", "hye", "Armenian"],
	["az", "aze", "Azerbaijani"],
	["be", "bel", "Belarusian"],
	["bn", "ben", "Bengali"],
	["bs", "bos", "Bosnian"],
	["bg", "bul", "Bulgarian"],
	["ca", "cat", "Catalan"],
	["zh", "zho", "Chinese"],
	["hr", "hrv", "Croatian"],
	["cs", "ces", "Czech"],
	["da", "dan", "Danish"],
	["nl", "nld", "Dutch"],
	["en", "eng", "English"],
	["et", "est", "Estonian"],
	["tl", "fil", "Filipino"],
	["fi", "fin", "Finnish"],
	["fr", "fra", "French"],
	["gl", "glg", "Galician"],
	["de", "deu", "German"],
	["el", "ell", "Greek"],
	["he", "heb", "Hebrew"],
	["hi", "hin", "Hindi"],
	["hu", "hun", "Hungarian"],
	["is", "isl", "Icelandic"],
	["id", "ind", "Indonesian"],
	["it", "ita", "Italian"],
	["ja", "jpn", "Japanese"],
	["kn", "kan", "Kannada"],
	["kk", "kaz", "Kazakh"],
	["ko", "kor", "Korean"],
	["lv", "lav", "Latvian"],
	["lt", "lit", "Lithuanian"],
	["mk", "mkd", "Macedonian"],
	["ms", "msa", "Malay"],
	["mi", "mri", "Maori"],
	["mr", "mar", "Marathi"],
	["ne", "nep", "Nepali"],
	["no", "nor", "Norwegian"],
	["fa", "fas", "Persian"],
	["pl", "pol", "Polish"],
	["pt", "por", "Portuguese"],
	["ro", "ron", "Romanian"],
	["ru", "rus", "Russian"],
	["sr", "srp", "Serbian"],
	["sk", "slk", "Slovak"],
	["sl", "slv", "Slovenian"],
	["es", "spa", "Spanish"],
	["sw", "swa", "Swahili"],
	["sv", "swe", "Swedish"],
	["ta", "tam", "Tamil"],
	["te", "tel", "Telugu"],
	["th", "tha", "Thai"],
	["tr", "tur", "Turkish"],
	["uk", "ukr", "Ukrainian"],
	["ur", "urd", "Urdu"],
	["vi", "vie", "Vietnamese"],
	["cy", "cym", "Welsh"],
];

export type SourceLanguage = { key: string; name: string };

/** The languages to choose from, detection first. */
export const sourceLanguages: readonly SourceLanguage[] = [
	{ key: autoLanguage, name: "Detect language" },
	...languages.map(([key, , name]) => ({ key, name })),
];

const synonyms: Record<string, string> = { fil: "tl", tgl: "tl", nb: "no", nob: "no", nn: "no", cmn: "zh", arb: "ar" };

/** The key of a language given as an ISO 639-1 or 639-3 code or as a tag such as en-US. Undefined if it isn't supported. */
export function sourceLanguageKey(code: string): string | undefined {
	const primary = code.trim().toLowerCase().split(/[-_]/)[0] ?? "";
	const wanted = synonyms[primary] ?? primary;
	return languages.find(([key, long]) => key === wanted || long === wanted)?.[0];
}

/** The ISO 639-3 code that responses of the compatible API contain. */
export function responseLanguageCode(key: string): string {
	return languages.find(([one]) => one === key)?.[1] ?? key;
}

export function sourceLanguageName(key: string): string {
	return sourceLanguages.find((language) => language.key === key)?.name ?? key;
}

export const transcriptStates = ["queued", "running", "completed", "failed", "cancelled"] as const;
export type TranscriptState = (typeof transcriptStates)[number];

/** Whether it is still being transcribed, or waits for that. */
export const isUnfinished = (state: TranscriptState): boolean => state === "queued" || state === "running";

/** Formats of exported transcripts, with file extension and media type. */
export const transcriptFormats = {
	txt: { name: "Text", extension: "txt", contentType: "text/plain; charset=utf-8" },
	srt: { name: "SubRip subtitles", extension: "srt", contentType: "application/x-subrip; charset=utf-8" },
	vtt: { name: "WebVTT subtitles", extension: "vtt", contentType: "text/vtt; charset=utf-8" },
	docx: {
		name: "Word document",
		extension: "docx",
		contentType: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
	},
	pdf: { name: "PDF", extension: "pdf", contentType: "application/pdf" },
	html: { name: "Web page", extension: "html", contentType: "text/html; charset=utf-8" },
	segmented_json: { name: "JSON", extension: "json", contentType: "application/json" },
} as const;
export type TranscriptFormat = keyof typeof transcriptFormats;
export const transcriptFormatIds = Object.keys(transcriptFormats) as [TranscriptFormat, ...TranscriptFormat[]];

/** Options of an export, with the defaults of its format. A missing limit is no limit. */
export type ExportOptions = {
	format: TranscriptFormat;
	includeSpeakers: boolean;
	includeTimestamps: boolean;
	/** A pause of this length starts a new segment. */
	silenceSeconds: number | undefined;
	maxSegmentSeconds: number | undefined;
	maxSegmentCharacters: number | undefined;
	maxLineCharacters: number | undefined;
};

const subtitleDefaults = {
	includeSpeakers: false,
	includeTimestamps: true,
	silenceSeconds: 0.8,
	maxSegmentSeconds: 4,
	maxSegmentCharacters: 84,
	maxLineCharacters: 42,
};
const documentDefaults = {
	includeSpeakers: true,
	includeTimestamps: true,
	silenceSeconds: undefined,
	maxSegmentSeconds: undefined,
	maxSegmentCharacters: undefined,
	maxLineCharacters: undefined,
};

export function defaultExportOptions(format: TranscriptFormat): ExportOptions {
	if (format === "srt" || format === "vtt") return { format, ...subtitleDefaults };
	return { format, ...documentDefaults, ...(format === "txt" ? { maxLineCharacters: 100 } : {}) };
}
