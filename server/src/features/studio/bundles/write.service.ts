// Writes the project of a bundle whose audio is stored.

import { AppError } from "@timbre/contract/errors.ts";
import { maxCommentCharacters, narratorKey } from "@timbre/contract/studio/rules.ts";
import type { Database, Db } from "@timbre/db/connect.ts";
import { decodeTake } from "@timbre/engines/node/takes.ts";
import type { Context } from "../../../core/http/context.ts";
import { newId } from "../../../core/ids.ts";
import type { Storage } from "../../../core/storage/storage.ts";
import { createTakeStore } from "../../../core/storage/take-store.ts";
import { PermanentFailure } from "../../../core/workflow-failure.ts";
import { type SpeechDeps, takeKey } from "../../speech/speech.public.ts";
import { insertCharacter, listCharacterRows } from "../cast/cast.repo.ts";
import { addChapters } from "../chapters/chapters.service.ts";
import { insertComment, updateCommentRow } from "../comments/comments.repo.ts";
import type { Block } from "../document/blocks.ts";
import { loadDocument } from "../document/document.service.ts";
import { encodePassage } from "../document/positions.ts";
import { endImport, lockWriting, updateReplacedVoices } from "../imports/imports.repo.ts";
import { storeCover } from "../projects/cover.service.ts";
import { findProject, type ProjectRow, updateProjectRow } from "../projects/projects.repo.ts";
import { chooseDefaultVoice, requireStudioVoice } from "../projects/voices.service.ts";
import { createPlanner } from "../sentences/plan.service.ts";
import { sentenceKey } from "../sentences/plan.ts";
import type { ChapterPlan } from "../sentences/types.ts";
import { addProjectSnapshot } from "../snapshots/project-snapshot.service.ts";
import { insertChapterSnapshot } from "../snapshots/snapshots.repo.ts";
import { storeTimes, type TimedSentence } from "../snapshots/times.ts";
import { insertLock, upsertPin } from "../takes/pins.repo.ts";
import { type ImportedTake, insertImportedTakes } from "./bundles.repo.ts";
import type { Manifest, ManifestChapter } from "./manifest.ts";
import { matchTakes } from "./match.ts";
import { importedHash, importedId } from "./names.ts";
import { audioKey, type StoredBundle } from "./store.service.ts";

type Target = { projectId: string; importId: string };
type WriteContext = Pick<Context, "workspaceId" | "userId" | "role" | "via" | "apiKeyId">;

export async function writeBundle(
	deps: SpeechDeps,
	context: WriteContext,
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

/** Which voices of the bundle the user can use here, and the names of those that they can't. */
async function findVoices(db: Database, context: WriteContext, { voices, project, characters, chapters }: Manifest) {
	const names = new Map(voices.map(({ voice_id, name }) => [voice_id, name]));
	const used = new Set([
		project.default_title_voice_id,
		project.default_paragraph_voice_id,
		...characters.flatMap(({ voice_id }) => voice_id ?? []),
		...chapters.flatMap(({ blocks }) => blocks.flatMap(({ nodes }) => nodes.flatMap(({ voice_id }) => voice_id ?? []))),
	]);
	const available = new Set<string>();
	const replaced: string[] = [];
	for (const id of used)
		if (await isUsable(db, context, id)) available.add(id);
		else replaced.push(names.get(id) ?? id);
	return { available, replaced };
}

async function isUsable(db: Database, context: WriteContext, voiceId: string): Promise<boolean> {
	try {
		await requireStudioVoice(db, context, voiceId);
		return true;
	} catch (error) {
		if (error instanceof AppError && error.httpStatus < 500) return false;
		throw error;
	}
}

/** Writes what chapters are planned with: the project's fields and its characters. Can be repeated. */
async function writeProject(
	{ db, storage }: SpeechDeps,
	{ workspaceId }: WriteContext,
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
	context: WriteContext,
	project: ProjectRow,
	chapters: readonly (readonly Block[])[],
): Promise<(ChapterPlan | undefined)[]> {
	const plan = await createPlanner(deps, context, project);
	const plans: (ChapterPlan | undefined)[] = [];
	for (const blocks of chapters) plans.push(await plan({ chapterId: "", seq: 0, blocks: [...blocks] }));
	return plans;
}

const dataKey = (key: string) => key.replace(/\.mp3$/, ".json");

/** The times of the characters are in the takes. */
async function storeChapterTimes(
	storage: Storage,
	workspaceId: string,
	target: Target,
	{ id, audio }: ManifestChapter,
): Promise<void> {
	if (!audio) return;
	const store = createTakeStore(storage);
	const times: TimedSentence[] = [];
	for (const { block_id, voice_id, take, ...sentence } of audio.sentences) {
		const hash = importedHash(target.importId, take);
		const bytes = await store.read(takeKey(workspaceId, hash));
		const characters = bytes && decodeTake(bytes)?.written;
		times.push({ ...sentence, blockId: block_id, voiceId: voice_id, hash, ...(characters ? { characters } : {}) });
	}
	await storeTimes(storage, dataKey(audioKey({ workspaceId, ...target }, id)), times);
}

type ChapterToWrite = {
	chapter: ManifestChapter;
	id: string;
	bundle: StoredBundle;
	/** Takes that other voices and settings than those of here have. */
	pins: readonly { blockId: string; sentenceKey: string; occurrence: number; takeId: string }[];
};

async function writeChapter(
	tx: Db,
	context: WriteContext,
	target: Target,
	{ chapter, id, bundle, pins }: ChapterToWrite,
): Promise<void> {
	const { workspaceId, userId } = context;
	const { projectId, importId } = target;
	const locked = new Set(chapter.blocks.filter((block) => block.locked).map((block) => block.id));
	for (const blockId of locked) await insertLock(tx, workspaceId, projectId, { blockId, userId });
	for (const { takeId, ...place } of pins)
		await upsertPin(tx, workspaceId, projectId, place, {
			takeId: importedId(importId, "take", takeId),
			byLock: locked.has(place.blockId),
		});
	await writeComments(tx, context, id, chapter.comments);
	const { audio } = chapter;
	if (!audio) return;
	const key = audioKey({ workspaceId, ...target }, chapter.id);
	await insertChapterSnapshot(tx, workspaceId, {
		id: importedId(importId, "snapshot", chapter.id),
		projectId,
		chapterId: id,
		name: chapter.name,
		// A new document has no updates yet.
		seq: audio.is_current ? 0 : -1,
		// Joined again when the project is converted, which costs nothing.
		fingerprint: `bundle ${importId}`,
		audioKey: key,
		audioBytes: bundle.audioBytes.get(audio.file) ?? 0,
		dataKey: dataKey(key),
		seconds: audio.seconds,
		sentences: audio.sentences.length,
		characters: audio.characters,
		peaks: Buffer.from(audio.peaks, "base64"),
	});
}

/** Comments become those of the user who imports them, with the name of whoever wrote them. */
async function writeComments(
	tx: Db,
	{ workspaceId, userId }: WriteContext,
	chapterId: string,
	comments: ManifestChapter["comments"],
): Promise<void> {
	if (comments.length === 0) return;
	const loaded = await loadDocument(tx, workspaceId, chapterId);
	if (!loaded) return;
	for (const { author, text, quote, passage, resolved } of comments) {
		const { start, end } = encodePassage(
			loaded.doc,
			passage ? { blockId: passage.block_id, start: passage.start, end: passage.end } : undefined,
		);
		const id = newId();
		const body = (author === "" ? text : `${author}: ${text}`).slice(0, maxCommentCharacters).toWellFormed();
		await insertComment(tx, workspaceId, {
			id,
			chapterId,
			author: { userId },
			body,
			quote,
			passageStart: start,
			passageEnd: end,
		});
		if (resolved) await updateCommentRow(tx, workspaceId, id, { resolved });
	}
}
