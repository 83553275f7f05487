// What a project would sound like now: its sentences, their voices, and which takes they have.
import type { Db } from "@timbre/db/connect.ts";
import { type Line, requireModel, type SpeechDeps, speaksLanguage } from "../../speech/speech.public.ts";
import { mergeVoiceSettings } from "../../voices/voices.public.ts";
import { findCharacterVoices } from "../cast/cast.repo.ts";
import type { Block } from "../document/blocks.ts";
import { readBlocks } from "../document/blocks.ts";
import { chapterNotFound, loadDocument } from "../document/document.service.ts";
import { listDictionaries, type ProjectRow } from "../projects/projects.repo.ts";
import { requireStudioVoice } from "../projects/voices.service.ts";
import type { StudioCaller } from "../types.ts";
import { type PlanOptions, planBlocks, type StudioVoice, voicesOfBlock } from "./plan.ts";
import type { ChapterPlan } from "./types.ts";

export type PlanDeps = Pick<SpeechDeps, "db" | "getEngineInfo" | "loadRules">;
export type ChapterText = { chapterId: string; seq: number; blocks: Block[] };

/** Plans chapters one after another. Voices and pronunciation rules are loaded once. */
export type Planner = (chapter: ChapterText) => Promise<ChapterPlan>;

export async function createPlanner(deps: PlanDeps, caller: StudioCaller, project: ProjectRow): Promise<Planner> {
	const { db, loadRules } = deps;
	const { workspaceId } = caller;
	const dictionaries = await listDictionaries(db, workspaceId, [project.id]);
	const locators = dictionaries.map(({ dictionary_id, version_id }) => ({
		pronunciation_dictionary_id: dictionary_id,
		version_id,
	}));
	const options: PlanOptions = {
		// Each voice speaks its own language, or that of the project if it can.
		languageCode: undefined,
		normalization: normalizations[project.apply_text_normalization as keyof typeof normalizations] ?? "auto",
		// Without dictionaries of its own, a project has those of the workspace.
		rules: await loadRules(workspaceId, locators.length > 0 ? locators : undefined),
	};
	const usual = {
		heading: project.default_title_voice_id,
		paragraph: project.default_paragraph_voice_id,
		characterVoices: await findCharacterVoices(db, workspaceId, project.id),
	};
	const voices = new Map<string, StudioVoice>();
	return async ({ chapterId, seq, blocks }) => {
		for (const block of blocks)
			for (const id of voicesOfBlock(block, usual))
				if (!voices.has(id)) voices.set(id, await loadVoice(deps, caller, id, project.language));
		return { chapterId, seq, ...planBlocks(workspaceId, blocks, { ...usual, voices }, options) };
	};
}

const normalizations = { auto: "auto", on: "on", off: "off", apply_english: "on" } as const;

async function loadVoice(
	{ db, getEngineInfo }: PlanDeps,
	caller: StudioCaller,
	voiceId: string,
	language: string,
): Promise<StudioVoice> {
	const voice = await requireStudioVoice(db, caller, voiceId);
	const line: Omit<Line, "text"> = {
		voice,
		engine: await getEngineInfo(voice.engine),
		settings: mergeVoiceSettings(voice, undefined) ?? {},
	};
	const spoken =
		language !== "" && speaksLanguage(line, language) ? { ...voice, language: tagFor(voice, language) } : voice;
	return { ...line, voice: spoken, modelId: requireModel(voice, undefined).id };
}

/** The voice's own tag says more than the language of the project: en-GB, not en. */
const tagFor = (voice: { language: string }, language: string): string =>
	voice.language.split("-")[0] === language.split("-")[0] ? voice.language : language;

/** The text of a chapter with the number of its latest change. */
export async function loadChapterText(db: Db, workspaceId: string, chapterId: string): Promise<ChapterText> {
	const loaded = await loadDocument(db, workspaceId, chapterId);
	if (!loaded) throw chapterNotFound();
	return { chapterId, seq: loaded.seq, blocks: readBlocks(loaded.doc) };
}
