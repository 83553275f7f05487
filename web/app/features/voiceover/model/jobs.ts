import type { ExportFormat } from "@timbre/contract/voiceover/rules.ts";
import type { Voiceover, VoiceoverJob, VoiceoverLine } from "@timbre/contract/voiceover/schemas.ts";
import { counted } from "../../../lib/text/format.ts";

export const isActive = ({ state }: Pick<VoiceoverJob, "state">): boolean => state === "queued" || state === "running";

/** Whether something is being made or read, so that it has to be loaded again. */
export const isBusy = ({ jobs, source, sounds }: Voiceover): boolean =>
	jobs.some(isActive) || [source, ...sounds].some((clip) => clip?.state === "reading");

export const activeJob = ({ jobs }: Voiceover, kind: VoiceoverJob["kind"]): VoiceoverJob | undefined =>
	jobs.find((job) => job.kind === kind && isActive(job));

export const formatNames: Record<ExportFormat, string> = { mp4: "MP4 video", wav: "WAV audio", mp3: "MP3 audio" };

export function jobText(job: VoiceoverJob): string {
	const what = job.kind === "speech" ? "Speech" : (formatNames[job.format ?? "wav"] ?? "Export");
	if (job.state === "queued") return `${what}: waiting`;
	if (job.state === "running")
		return job.kind === "speech"
			? `Generating speech: ${job.lines_done} of ${counted(job.lines, "line")}`
			: `Exporting ${what}: ${Math.round(job.progress * 100)}%`;
	if (job.state === "failed") return `${what} failed. ${job.error ?? ""}`.trim();
	if (job.state === "canceled") return `${what} canceled`;
	return job.kind === "speech" ? `Speech of ${counted(job.lines_done, "line")} is ready` : `${what} is ready`;
}

const hasText = ({ text, muted }: VoiceoverLine) => /[\p{L}\p{N}]/u.test(text) && !muted;

/** What is wrong with the lines, before an export. Empty if nothing is. */
export function problemsOf(lines: readonly VoiceoverLine[]): string[] {
	const problem = (matches: (line: VoiceoverLine) => boolean, text: string) => {
		const numbers = lines.flatMap((line, at) => (hasText(line) && matches(line) ? [at + 1] : []));
		if (numbers.length === 0) return [];
		const shown = numbers.slice(0, 8).join(", ") + (numbers.length > 8 ? " and more" : "");
		return [`${numbers.length === 1 ? "Line" : "Lines"} ${shown}: ${text}`];
	};
	return [
		...problem(({ state }) => state === "silent", "no speech yet"),
		...problem(({ state }) => state === "outdated", "changed since the speech was generated"),
		...problem(({ fit }) => fit?.state === "too_long", "too long for the slot"),
		...problem(({ overlaps_ms }) => overlaps_ms > 0, "speaks over the next line"),
	];
}
