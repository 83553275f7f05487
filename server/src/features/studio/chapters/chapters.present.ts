import type { ChapterWithContent } from "@timbre/contract/studio/content-schemas.ts";
import type { Chapter } from "@timbre/contract/studio/project-schemas.ts";
import { unix } from "../../../core/time.ts";
import { convertingChapters, noAudio, type ProjectAudio } from "../conversions/audio-state.service.ts";
import { chapterProgress } from "../conversions/conversions.present.ts";
import { type Block, type CharacterVoices, spokenNodes } from "../document/blocks.ts";
import { voiceKeys } from "../document/document.service.ts";
import type { ChapterRow } from "./chapters.repo.ts";

/** The voices that blocks without a voice of their own have. */
export type DefaultVoices = { default_title_voice_id: string; default_paragraph_voice_id: string };
export type ProjectVoices = DefaultVoices & { characterVoices: CharacterVoices };

/** Voices of a chapter in order of appearance, with the number of characters of each. */
export function countVoices(row: Pick<ChapterRow, "voice_ids" | "voice_characters">, voices: ProjectVoices) {
	const counts = new Map<string, number>();
	for (const [at, key] of row.voice_ids.entries()) {
		const id = voiceOfKey(key, voices);
		counts.set(id, (counts.get(id) ?? 0) + (row.voice_characters[at] ?? 0));
	}
	return counts;
}

function voiceOfKey(key: string, voices: ProjectVoices): string {
	if (key === voiceKeys.heading) return voices.default_title_voice_id;
	if (key === voiceKeys.paragraph) return voices.default_paragraph_voice_id;
	if (!key.startsWith(voiceKeys.character)) return key;
	return voices.characterVoices.get(key.slice(voiceKeys.character.length)) ?? voices.default_paragraph_voice_id;
}

export function presentChapter(row: ChapterRow, projectVoices: ProjectVoices, audio: ProjectAudio = noAudio): Chapter {
	const voices = countVoices(row, projectVoices);
	const snapshot = audio.snapshots.find(({ chapter_id }) => chapter_id === row.id);
	const converting = convertingChapters(audio).find(({ chapter_id }) => chapter_id === row.id);
	const failure = audio.failures.find(({ chapter_id }) => chapter_id === row.id);
	// Exact numbers need the sentences of the chapter: they are those of its price.
	const isConverted = snapshot !== undefined && snapshot.seq === row.last_seq;
	const total = row.voice_characters.reduce((sum, count) => sum + count, 0);
	const converted = (count: number) => (isConverted ? count : 0);
	return {
		chapter_id: row.id,
		name: row.name,
		last_conversion_date_unix: snapshot ? unix(snapshot.created_at) : null,
		conversion_progress: converting ? chapterProgress(converting) : null,
		can_be_downloaded: snapshot !== undefined,
		block_ids_order: row.block_ids,
		last_block_ids_order_change_unix_ms: row.changed_at === null ? null : row.changed_at.getTime(),
		state: converting ? "converting" : "default",
		has_video: false,
		has_visual_content: false,
		voice_ids: [...voices.keys()],
		statistics: {
			characters_unconverted: total - converted(total),
			characters_converted: converted(total),
			paragraphs_unconverted: row.block_ids.length - converted(row.block_ids.length),
			paragraphs_converted: converted(row.block_ids.length),
			credits_needed_to_convert: null,
			voice_statistics: [...voices].map(([id, characters]) => ({
				project_voice_ref_id: id,
				voice_id: id,
				characters_unconverted: characters - converted(characters),
				characters_converted: converted(characters),
				credits_needed_to_convert: null,
			})),
		},
		last_conversion_error: failure?.error ?? null,
	};
}

export function presentChapterWithContent(
	row: ChapterRow,
	voices: ProjectVoices,
	blocks: readonly Block[],
	audio: ProjectAudio,
): ChapterWithContent {
	return {
		...presentChapter(row, voices, audio),
		block_ids_order: blocks.map(({ id }) => id),
		content: {
			blocks: blocks.map(({ id, type, nodes }) => ({
				block_id: id,
				sub_type: type,
				nodes: spokenNodes(nodes, voices.characterVoices).map(({ text, voiceId }) => {
					const voice = voiceId ?? (type === "p" ? voices.default_paragraph_voice_id : voices.default_title_voice_id);
					return { type: "tts_node" as const, project_voice_ref_id: voice, voice_id: voice, text };
				}),
			})),
		},
	};
}
