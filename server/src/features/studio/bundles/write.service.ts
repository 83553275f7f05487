// Writes the project of a bundle whose audio is stored.
import { narratorKey } from "@timbre/contract/studio/rules.ts";
import { newId } from "../../../core/ids.ts";
import { PermanentFailure } from "../../../core/workflow-failure.ts";
import type { SpeechDeps } from "../../speech/speech.public.ts";
import { insertCharacter, listCharacterRows } from "../cast/cast.repo.ts";
import { addChapters } from "../chapters/chapters.service.ts";
import type { Block } from "../document/blocks.ts";
import { endImport, lockWriting, updateReplacedVoices } from "../imports/imports.repo.ts";
import { storeCover } from "../projects/cover.service.ts";
import { findProject, type ProjectRow, updateProjectRow } from "../projects/projects.repo.ts";
import { chooseDefaultVoice } from "../projects/voices.service.ts";
import { createPlanner } from "../sentences/plan.service.ts";
import { sentenceKey } from "../sentences/plan.ts";
import type { ChapterPlan } from "../sentences/types.ts";
import { addProjectSnapshot } from "../snapshots/project-snapshot.service.ts";
import type { StudioCaller } from "../types.ts";
import { type ImportedTake, insertImportedTakes } from "./bundles.repo.ts";
import { storeChapterTimes, writeChapter } from "./chapter-write.service.ts";
import type { ManifestChapter } from "./manifest.ts";
import { matchTakes } from "./match.ts";
import { importedHash, importedId } from "./names.ts";
import type { StoredBundle } from "./store.service.ts";
import { findVoices } from "./voices.service.ts";

type Target = { projectId: string; importId: string };

export async function writeBundle(
	deps: SpeechDeps,
	context: StudioCaller,
	target: Target,
	bundle: StoredBundle,
): Promise<void> {
	const { db, storage } = deps;
	const { workspaceId } = context;
	const { manifest } = bundle;
	const { available, replaced } = await findVoices(db, context, manifest);
	const project = await writeProject(deps, context, target, { bundle, available });
	const chapters = manifest.chapters.map(({ blocks }) => toBlocks(blocks, target.importId, available));
	const plans = await planChapters(deps, context, project, chapters);
	const match = matchTakes(manifest, plans, (group) => importedId(target.importId, "group", group));
	for (const chapter of manifest.chapters) await storeChapterTimes(storage, workspaceId, target, chapter);
	await db.transaction().execute(async (tx) => {
		if (!(await lockWriting(tx, workspaceId, target.importId))) return;
		const takes = manifest.takes.map((take): ImportedTake => {
			const { baseHash, chosen } = match.takes.get(take.id) ?? { baseHash: take.group, chosen: take.chosen };
			return {
				id: importedId(target.importId, "take", take.id),
				sentenceKey: sentenceKey(take.text),
				text: take.text,
				baseHash,
				hash: importedHash(target.importId, take.id),
				seed: take.seed,
				voiceId: take.voice_id,
				voiceName: take.voice_name,
				modelId: take.model_id,
				voice: take.settings,
				seconds: bundle.takeSeconds.get(take.id) ?? 0,
				verdict: take.verdict,
				checkedBy: take.checked_by,
				words: take.misread,
				accepted: take.accepted,
				chosen,
				createdAt: new Date(take.created_at_unix * 1000),
			};
		});
		await insertImportedTakes(tx, workspaceId, { projectId: target.projectId, userId: context.userId }, takes);
		const named = manifest.chapters.map(({ name }, at) => ({ name, blocks: chapters[at] ?? [] }));
		const ids = await addChapters(tx, workspaceId, target.projectId, named);
		for (const [at, chapter] of manifest.chapters.entries())
			await writeChapter(tx, context, target, { chapter, id: ids[at] ?? "", bundle, pins: match.pins[at] ?? [] });
		const hasAll = manifest.chapters.every(({ audio, sentences }) => audio !== null || sentences.length === 0);
		if (hasAll) await addProjectSnapshot(tx, workspaceId, target.projectId, newId());
		await updateReplacedVoices(tx, workspaceId, target.importId, replaced);
		await endImport(tx, workspaceId, target.importId, { state: "completed" });
	});
}

/** Writes what chapters are planned with: the project's fields and its characters. Can be repeated. */
async function writeProject(
	{ db, storage }: SpeechDeps,
	{ workspaceId }: StudioCaller,
	{ projectId, importId }: Target,
	{ bundle, available }: { bundle: StoredBundle; available: ReadonlySet<string> },
): Promise<ProjectRow> {
	const { project, characters } = bundle.manifest;
	const usual = await chooseDefaultVoice(db, project.language);
	const voice = (id: string) => (available.has(id) ? id : usual);
	await updateProjectRow(db, workspaceId, projectId, {
		...project,
		default_title_voice_id: voice(project.default_title_voice_id),
		default_paragraph_voice_id: voice(project.default_paragraph_voice_id),
	});
	const written = new Set((await listCharacterRows(db, workspaceId, projectId)).map(({ id }) => id));
	for (const { id, voice_id, ...character } of characters) {
		const own = importedId(importId, "character", id);
		const voiceId = voice_id !== null && available.has(voice_id) ? voice_id : null;
		if (!written.has(own)) await insertCharacter(db, workspaceId, { ...character, id: own, projectId, voiceId });
	}
	const found = await findProject(db, workspaceId, projectId);
	if (!found) throw new PermanentFailure("The project was deleted.");
	if (bundle.cover && found.cover_id === null) await storeCover({ db, storage }, workspaceId, found, bundle.cover);
	return found;
}

function toBlocks(blocks: ManifestChapter["blocks"], importId: string, available: ReadonlySet<string>): Block[] {
	const lineOf = (characterId: string, confidence: number) => ({
		characterId:
			characterId === "" || characterId === narratorKey ? characterId : importedId(importId, "character", characterId),
		confidence,
	});
	return blocks.map(({ id, type, nodes }) => ({
		id,
		type,
		nodes: nodes
			.filter(({ text }) => text !== "")
			.map(({ text, voice_id, character_id, confidence }) => ({
				text,
				voiceId: voice_id !== null && available.has(voice_id) ? voice_id : null,
				...(character_id === null ? {} : { line: lineOf(character_id, confidence ?? 1) }),
			})),
	}));
}

/** What the chapters sound like here. Undefined for those that can't be planned. */
async function planChapters(
	deps: SpeechDeps,
	context: StudioCaller,
	project: ProjectRow,
	chapters: readonly (readonly Block[])[],
): Promise<(ChapterPlan | undefined)[]> {
	const plan = await createPlanner(deps, context, project);
	const plans: (ChapterPlan | undefined)[] = [];
	for (const blocks of chapters) plans.push(await plan({ chapterId: "", seq: 0, blocks: [...blocks] }));
	return plans;
}
