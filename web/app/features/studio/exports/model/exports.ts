// What can be exported and how far exports are, in words.
import type { ProjectExport } from "@timbre/contract/studio/exports/export-schemas.ts";
import type { ExportFormat, ExportLoudness } from "@timbre/contract/studio/rules.ts";
import { counted } from "../../../../lib/text/format.ts";

export const isActive = ({ state }: Pick<ProjectExport, "state">): boolean => state === "queued" || state === "running";

type Described = { label: string; detail: string };

export const formats: Record<ExportFormat, Described> = {
	mp3_zip: { label: "MP3, one per chapter", detail: "A zip archive for stores such as ACX. 192 kbps." },
	mp3: { label: "MP3, one file", detail: "All chapters one after another. 192 kbps." },
	wav_zip: { label: "WAV, one per chapter", detail: "A zip archive without compression, for editing." },
	wav: { label: "WAV, one file", detail: "All chapters one after another, without compression." },
	m4b: { label: "Audiobook (M4B)", detail: "One file with chapters and cover, for audiobook players." },
	epub: { label: "E-book with audio (EPUB 3)", detail: "The text with its audio. Readers highlight each sentence." },
	srt: { label: "Subtitles (SRT)", detail: "For video editors and players." },
	vtt: { label: "Subtitles (WebVTT)", detail: "For web pages." },
	json: { label: "Times (JSON)", detail: "When each sentence and word is spoken." },
	bundle: { label: "Project bundle", detail: "Text, voices, takes, comments and audio, to import in any workspace." },
};

export const loudness: Record<ExportLoudness, Described> = {
	acx: { label: "ACX", detail: "Meets the technical requirements of ACX, with silence at both ends." },
	lufs_16: { label: "−16 LUFS", detail: "Podcasts and apps (EBU R128)." },
	lufs_18: { label: "−18 LUFS", detail: "Audiobooks outside ACX (EBU R128)." },
	lufs_23: { label: "−23 LUFS", detail: "Broadcast (EBU R128)." },
	none: { label: "Unchanged", detail: "As it was generated." },
};

export const isAudio = (format: ExportFormat): boolean => !isCaptions(format) && format !== "bundle";
export const isCaptions = (format: ExportFormat): boolean => ["srt", "vtt", "json"].includes(format);
export const isWav = (format: ExportFormat): boolean => format === "wav" || format === "wav_zip";
export const hasCover = (format: ExportFormat): boolean => format === "m4b" || format === "epub";

/** "MP3, one per chapter, ACX". */
export function titleOf({ format, loudness: chosen }: Pick<ProjectExport, "format" | "loudness">): string {
	const level = isAudio(format) && chosen !== "none" ? [loudness[chosen].label] : [];
	return [formats[format].label, ...level].join(", ");
}

/** Never 100 before it is done. */
export const percent = ({ progress }: Pick<ProjectExport, "progress">): number =>
	Math.min(99, Math.floor(progress * 100));

export function stateText(one: Pick<ProjectExport, "state" | "queue_position" | "progress">): string {
	if (one.state !== "queued") return `${percent(one)}%`;
	return one.queue_position ? `Queued, ${counted(one.queue_position, "export")} ahead` : "Starting";
}

/** For screen readers: what has ended since. Null if nothing has. */
export function announcement(before: readonly ProjectExport[], now: readonly ProjectExport[]): string | null {
	const ended = now.find(
		(one) => !isActive(one) && before.some((known) => known.export_id === one.export_id && isActive(known)),
	);
	if (!ended) return null;
	if (ended.state === "done") return `${titleOf(ended)} is done.`;
	return ended.state === "failed"
		? `${titleOf(ended)} failed. ${ended.error ?? ""}`.trim()
		: `${titleOf(ended)} was canceled.`;
}

/** The names of chapters whose text was changed after their audio was generated. */
export const outdated = ({ chapters }: Pick<ProjectExport, "chapters">): string[] =>
	chapters.filter(({ is_current }) => !is_current).map(({ name }) => name);
