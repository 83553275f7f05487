// File names and types, shared by the server that sends a file and the page that saves it.

/** File extension for each upload type. */
export const uploadExtensions: Record<string, string> = {
	"audio/aac": "aac",
	"audio/aiff": "aiff",
	"audio/x-aiff": "aiff",
	"audio/ogg": "ogg",
	"audio/mpeg": "mp3",
	"audio/mp3": "mp3",
	"audio/opus": "opus",
	"audio/wav": "wav",
	"audio/x-wav": "wav",
	"audio/wave": "wav",
	"audio/webm": "webm",
	"audio/flac": "flac",
	"audio/x-flac": "flac",
	"audio/mp4": "mp4a",
	"audio/m4a": "mp4a",
	"audio/x-m4a": "mp4a",
	"application/x-aaf": "aaf",
	"application/pdf": "pdf",
	"application/xml": "xml",
	"text/xml": "xml",
	"application/zip": "zip",
	"image/jpeg": "jpg",
	"image/png": "png",
	"video/mp4": "mp4",
	"video/x-msvideo": "avi",
	"video/avi": "avi",
	"video/x-matroska": "mkv",
	"video/ogg": "ogv",
	"video/quicktime": "mov",
	"video/x-ms-wmv": "wmv",
	"video/x-flv": "flv",
	"video/webm": "webm",
};

export const audioTypes = ["aac", "aiff", "ogg", "mpeg", "mp3", "opus", "wav", "webm", "flac", "mp4", "m4a"] as const;
export const videoTypes = ["mp4", "avi", "mkv", "quicktime", "wmv", "flv", "webm", "mpeg", "3gpp"] as const;

const shownNames: Record<string, string> = { quicktime: "mov", "3gpp": "3gp" };
const listTypes = (types: readonly string[]) => types.map((type) => shownNames[type] ?? type).join(", ");

/** The accepted types, as extensions that users know. */
export const acceptedTypesText = `Audio: ${listTypes(audioTypes.filter((type) => type !== "mpeg"))}. Video: ${listTypes(videoTypes)}.`;

/** Names that browsers and operating systems use for the same type. */
const synonyms: Record<string, string> = {
	msvideo: "avi",
	matroska: "mkv",
	"ms-wmv": "wmv",
	wave: "wav",
};

function isOf(kind: string, accepted: readonly string[], mimeType: string): boolean {
	const [type, name = ""] = bareType(mimeType).split("/");
	const plain = name.replace(/^x-/, "");
	return type === kind && accepted.includes(synonyms[plain] ?? plain);
}

/** Removes parameters and lowercases: `Audio/OGG; codecs=opus` becomes audio/ogg. */
export function bareType(mimeType: string): string {
	return (mimeType.split(";")[0] ?? "").trim().toLowerCase();
}

export function isAcceptedAudio(mimeType: string): boolean {
	return isOf("audio", audioTypes, mimeType);
}

export function isAcceptedVideo(mimeType: string): boolean {
	return isOf("video", videoTypes, mimeType);
}

export function uploadExtension(mimeType: string): string | undefined {
	return uploadExtensions[bareType(mimeType)];
}

/** A readable name: without characters that file systems reject, at most 20 characters. */
export function fileNameShort(name: string): string {
	return [...name.replaceAll(/[/\\:*?"<>|]/g, "").replaceAll(/\s+/g, "_")].slice(0, 20).join("");
}

/** A name in any alphabet for the file of a work or a chapter: without what file systems reject, at most 120 characters. */
export function titleFileName(title: string, extension: string): string {
	const safe = title
		.replaceAll(/[\p{C}/\\:*?"<>|]/gu, " ")
		.replaceAll(/\s+/g, " ")
		.replace(/^[ .]+/, "");
	const stem = [...safe]
		.slice(0, 120)
		.join("")
		.replace(/[ .]+$/, "");
	return `${stem === "" ? "audio" : stem}.${extension}`;
}

/** A name that is safe in headers and on disk: word characters, dots and hyphens, at most 255 characters. */
export function fileNameLong(name: string): string {
	return name
		.replaceAll(/[^\w .-]/g, "")
		.replaceAll(" ", "_")
		.slice(0, 255);
}

export type DownloadFormat = "wav" | "zip" | "mp3";

/** wav or zip if requested, otherwise mp3. */
export function downloadFormat(requested: string | null | undefined): DownloadFormat {
	return requested === "wav" || requested === "zip" ? requested : "mp3";
}

export type HistoryFileDetails = {
	name: string;
	date_unix: number;
	category?: string | null;
	model_id?: string | null;
	voice_settings?: {
		speed?: number | null;
		stability?: number | null;
		similarity_boost?: number | null;
		style?: number | null;
		use_speaker_boost?: boolean | null;
	} | null;
	/** An output format such as mp3_44100_128, or a bare wav, zip or mp3. */
	output_format?: string | null;
	isbn_number?: string | null;
};

const extensions: Record<string, string> = {
	mp3: "mp3",
	opus: "ogg",
	wav: "wav",
	pcm: "pcm",
	ulaw: "ulaw",
	alaw: "alaw",
	zip: "zip",
};

/**
 * Names a file by time, voice, voice category, settings and model, so that files sort by time and takes can be told apart. An ISBN comes
 * first, as stores expect.
 */
export function historyFileName(details: HistoryFileDetails): string {
	const stamp = new Date(details.date_unix * 1000).toISOString().slice(0, 19).replaceAll(":", "-");
	const parts = [
		details.isbn_number ?? "",
		"Timbre",
		stamp,
		fileNameShort(asciiLetters(details.name)),
		shortCategory[details.category ?? ""] ?? "",
		settingsCode(details.voice_settings),
		details.model_id ?? "",
	];
	const stem = fileNameLong(parts.filter((part) => part !== "").join("_")).slice(0, 240);
	return `${stem}.${extensions[(details.output_format ?? "mp3").split("_")[0] ?? ""] ?? "mp3"}`;
}

const shortCategory: Record<string, string> = {
	premade: "pre",
	cloned: "ivc",
	professional: "pvc",
	generated: "gen",
	famous: "fam",
	high_quality: "hq",
};

/** Only the settings that are set: sp100 s50 sb75 se0 b is speed 1, stability 0.5, similarity 0.75, style 0, speaker boost. */
function settingsCode(settings: HistoryFileDetails["voice_settings"]): string {
	if (!settings) return "";
	const percent = (prefix: string, value: number | null | undefined) =>
		value === null || value === undefined ? "" : `${prefix}${Math.round(value * 100)}`;
	return [
		percent("sp", settings.speed),
		percent("s", settings.stability),
		percent("sb", settings.similarity_boost),
		percent("se", settings.style),
		settings.use_speaker_boost ? "b" : "",
	]
		.filter((part) => part !== "")
		.join("_");
}

/** Zoë becomes Zoe rather than Zo. Letters without a Latin base letter are unchanged. */
function asciiLetters(name: string): string {
	return name.normalize("NFKD").replaceAll(/\p{M}/gu, "");
}

/** Makes the names in an archive unique: the second "a.mp3" becomes "a_2.mp3". */
export function distinctNames(names: readonly string[]): string[] {
	const taken = new Set<string>();
	return names.map((name) => {
		const dot = name.lastIndexOf(".");
		const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ""];
		let distinct = name;
		for (let count = 2; taken.has(distinct.toLowerCase()); count++) distinct = `${stem}_${count}${extension}`;
		taken.add(distinct.toLowerCase());
		return distinct;
	});
}

const byteUnits = ["kB", "MB", "GB", "TB", "PB", "EB", "ZB", "YB"];

/** Decimal by default: 1 kB is 1000 bytes. */
export function formatBytes(bytes: number, base: 1000 | 1024 = 1000): string {
	if (bytes < base) return `${bytes} B`;
	let value = bytes / base;
	let unit = 0;
	// Use the next unit if the value would round up to it.
	while (Number(value.toFixed(1)) >= base && unit < byteUnits.length - 1) {
		value /= base;
		unit++;
	}
	return `${Number(value.toFixed(1))} ${byteUnits[unit]}`;
}
