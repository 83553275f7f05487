import type { ChapterWithContent } from "@timbre/contract/studio/content-schemas.ts";
import type { Chapter } from "@timbre/contract/studio/project-schemas.ts";
import type { Block } from "../document/blocks.ts";
import { defaultVoiceKeys } from "../document/document.service.ts";
import type { ChapterRow } from "./chapters.repo.ts";

/** The voices that blocks without a voice of their own have. */
export type DefaultVoices = { default_title_voice_id: string; default_paragraph_voice_id: string };

/** Voices of a chapter in order of appearance, with the number of characters of each. */
export function countVoices(row: Pick<ChapterRow, "voice_ids" | "voice_characters">, defaults: DefaultVoices) {
	const counts = new Map<string, number>();
	for (const [at, key] of row.voice_ids.entries()) {
		const id =
			key === defaultVoiceKeys.heading
				? defaults.default_title_voice_id
				: key === defaultVoiceKeys.paragraph
					? defaults.default_paragraph_voice_id
					: key;
		counts.set(id, (counts.get(id) ?? 0) + (row.voice_characters[at] ?? 0));
	}
	return counts;
}

export function presentChapter(row: ChapterRow, defaults: DefaultVoices): Chapter {
	const voices = countVoices(row, defaults);
	return {
		chapter_id: row.id,
		name: row.name,
		last_conversion_date_unix: null,
		conversion_progress: null,
		can_be_downloaded: false,
		block_ids_order: row.block_ids,
		last_block_ids_order_change_unix_ms: row.changed_at === null ? null : row.changed_at.getTime(),
		state: "default",
		has_video: false,
		has_visual_content: false,
		voice_ids: [...voices.keys()],
		statistics: {
			characters_unconverted: row.voice_characters.reduce((sum, count) => sum + count, 0),
			characters_converted: 0,
			paragraphs_unconverted: row.block_ids.length,
			paragraphs_converted: 0,
			credits_needed_to_convert: null,
			voice_statistics: [...voices].map(([id, characters]) => ({
				project_voice_ref_id: id,
				voice_id: id,
				characters_unconverted: characters,
				characters_converted: 0,
				credits_needed_to_convert: null,
			})),
		},
		last_conversion_error: null,
	};
}

export function presentChapterWithContent(
	row: ChapterRow,
	defaults: DefaultVoices,
	blocks: readonly Block[],
): ChapterWithContent {
	return {
		...presentChapter(row, defaults),
		block_ids_order: blocks.map(({ id }) => id),
		content: {
			blocks: blocks.map(({ id, type, nodes }) => ({
				block_id: id,
				sub_type: type,
				nodes: nodes.map(({ text, voiceId }) => {
					const voice =
						voiceId ?? (type === "p" ? defaults.default_paragraph_voice_id : defaults.default_title_voice_id);
					return { type: "tts_node" as const, project_voice_ref_id: voice, voice_id: voice, text };
				}),
			})),
		},
	};
}
