// Captions and times of a project: of the audio of an export, or of its chapters as they are in Studio.
import { defaultExportOptions } from "@timbre/contract/transcription/rules.ts";
import type { Database } from "@timbre/db/connect.ts";
import { type CaptionSentence, captionWords, timesJson } from "@timbre/engines/publishing/captions.ts";
import type { ExportChapter, ExportReport } from "../../../core/json-columns/studio.ts";
import type { Storage } from "../../../core/storage/storage.ts";
import { writeTranscript } from "../../transcription/transcription.public.ts";
import type { ProjectRow } from "../projects/projects.repo.ts";
import { describeVoice } from "../projects/voices.service.ts";
import type { TimedSentence } from "../snapshots/times.ts";
import type { StudioCaller } from "../types.ts";
import { loadChapterAudio } from "./chapter-audio.service.ts";
import { wordsOf } from "./sentences.ts";

type Place = Omit<ExportReport["places"][number], "chapter_id">;
/** A chapter with its sentences, whose times are those in the file. */
type Captioned = { title: string; from: number; to: number; sentences: CaptionSentence[] };

/** `places` tells where the chapters are in the audio. Without them they follow each other as they are. */
export async function loadCaptions(
	services: { db: Database; storage: Storage },
	caller: StudioCaller,
	chapters: readonly ExportChapter[],
	places: ReadonlyMap<string, Place> | undefined,
): Promise<Captioned[]> {
	const names = new Map<string, string>();
	const nameOf = async (voiceId: string) => {
		const known = names.get(voiceId) ?? (await describeVoice(services.db, caller, voiceId)).name;
		names.set(voiceId, known);
		return known;
	};
	const found: Captioned[] = [];
	let next = 0;
	for (const { chapter_id, name, snapshot_id } of chapters) {
		const { seconds, sentences } = await loadChapterAudio(services, caller.workspaceId, snapshot_id);
		const place = places?.get(chapter_id) ?? { starts_at: next, offset: 0, seconds };
		next = place.starts_at + place.seconds;
		const shift = place.starts_at + place.offset;
		const captions: CaptionSentence[] = [];
		for (const [at, sentence] of sentences.entries())
			captions.push({
				...shifted(sentence, shift),
				speaker: await nameOf(sentence.voiceId),
				endsParagraph: sentences[at + 1]?.blockId !== sentence.blockId,
			});
		found.push({ title: name, from: place.starts_at, to: next, sentences: captions });
	}
	return found;
}

const shifted = (sentence: TimedSentence, by: number) => ({
	text: sentence.text.trim(),
	from: sentence.from + by,
	to: sentence.to + by,
	words: wordsOf(sentence).map(({ text, from, to }) => ({ text, from: from + by, to: to + by })),
});

export async function writeCaptions(
	format: "srt" | "vtt" | "json",
	project: Pick<ProjectRow, "name" | "title" | "language">,
	chapters: readonly Captioned[],
): Promise<Uint8Array> {
	const title = project.title ?? project.name;
	if (format === "json") return Buffer.from(timesJson({ title, language: project.language, chapters }));
	const words = captionWords(chapters.flatMap(({ sentences }) => sentences));
	const transcript = {
		title,
		language: project.language,
		seconds: chapters.at(-1)?.to ?? 0,
		words: words.map((word) => ({ ...word, logprob: 0 })),
		names: new Map<string, string>(),
	};
	return writeTranscript(transcript, defaultExportOptions(format));
}
