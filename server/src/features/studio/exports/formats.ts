// What the formats of exports are as files.
import type { ExportFormat as StudioFormat } from "@timbre/contract/studio/rules.ts";
import type { ExportFormat as AudioFormat } from "@timbre/engines/mastering/export.ts";
import type { MasterTarget } from "@timbre/engines/mastering/master-plan.ts";
import type { ExportSettings } from "../../../core/json-columns/studio.ts";

type FileType = { extension: string; contentType: string };

const zip = { extension: "zip", contentType: "application/zip" };
const types: Record<StudioFormat, FileType> = {
	mp3: { extension: "mp3", contentType: "audio/mpeg" },
	mp3_zip: zip,
	wav: { extension: "wav", contentType: "audio/wav" },
	wav_zip: zip,
	m4b: { extension: "m4b", contentType: "audio/mp4" },
	epub: { extension: "epub", contentType: "application/epub+zip" },
	srt: { extension: "srt", contentType: "application/x-subrip" },
	vtt: { extension: "vtt", contentType: "text/vtt" },
	json: { extension: "json", contentType: "application/json" },
	bundle: { extension: "timbre", contentType: "application/vnd.timbre.studio+zip" },
};

/** Captions of an archive are an archive, too. */
export const typeOf = ({ format, settings }: { format: string; settings: ExportSettings }): FileType =>
	settings.captions_per_chapter ? zip : types[format as StudioFormat];

export const isAudio = (format: string): boolean =>
	["mp3", "mp3_zip", "wav", "wav_zip", "m4b", "epub"].includes(format);
export const isCaptions = (format: string): format is "srt" | "vtt" | "json" => ["srt", "vtt", "json"].includes(format);

/** How the chapters are written before they are put together. An M4B is encoded from them. */
export function chapterFormat(format: string, { bit_depth }: ExportSettings): AudioFormat {
	if (format === "epub") return "mp3_44100_128";
	if (format === "mp3" || format === "mp3_zip") return "mp3_44100_192";
	return format === "m4b" || bit_depth === 16 ? "wav_44100_16" : "wav_44100_24";
}

const lufs = { lufs_16: -16, lufs_18: -18, lufs_23: -23 } as const;
/** What EBU R128 and most stores allow. */
const truePeakDb = -1;

export function targetOf({ loudness }: ExportSettings): MasterTarget {
	if (loudness === "none" || loudness === "acx") return { kind: loudness };
	return { kind: "loudness", lufs: lufs[loudness], truePeak: truePeakDb };
}

/** AAC raises peaks. */
export const roomDbOf = (format: string): number => (format === "m4b" ? 0.5 : 0);
