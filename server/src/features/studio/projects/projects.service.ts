// Long-form projects: books, podcasts and voice-overs in chapters.
// Invariant: a project's ids work only within its workspace, and the number of projects stays within the plan.
import type { InputOf, ResponseOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import { plans } from "@timbre/contract/plans.ts";
import { projectContent } from "@timbre/contract/studio/content-schemas.ts";
import type { studioEndpoints } from "@timbre/contract/studio/endpoints.ts";
import { locator } from "@timbre/contract/studio/project-schemas.ts";
import { maxProjects } from "@timbre/contract/studio/rules.ts";
import type { Database, Db } from "@timbre/db/connect.ts";
import type { z } from "zod";
import { addToOutbox } from "../../../core/events/outbox.repo.ts";
import { newId } from "../../../core/ids.ts";
import { GLOBAL } from "../../../core/tenancy.ts";
import { modelForEngine } from "../../models/models.public.ts";
import { listDictionaryVersions, requireDictionaries } from "../../pronunciation/pronunciation.public.ts";
import { getTier } from "../../workspace/workspace.public.ts";
import { queueCast } from "../cast/cast.service.ts";
import { countVoices, type DefaultVoices, presentChapter } from "../chapters/chapters.present.ts";
import { listChapterRows } from "../chapters/chapters.repo.ts";
import {
	addChapters,
	type NewChapter,
	projectVoices,
	replaceChapters,
	toBlocks,
	voicesOf,
} from "../chapters/chapters.service.ts";
import { loadProjectAudio, noAudio } from "../conversions/audio-state.service.ts";
import { convertIfWanted, convertWhenComplete } from "../conversions/queue.service.ts";
import { notifyChapter } from "../document/document.repo.ts";
import type { StudioCaller } from "../types.ts";
import { requireProject } from "./access.service.ts";
import { presentProject, type StoredLocator } from "./projects.present.ts";
import {
	countProjects,
	deleteProjectRow,
	insertProject,
	listDictionaries,
	listProjectRows,
	lockProject,
	type ProjectFields,
	replaceDictionaries,
	updateProjectRow,
} from "./projects.repo.ts";
import {
	chooseDefaultVoice,
	describeVoice,
	requireModel,
	requireStudioVoice,
	requireStudioVoices,
} from "./voices.service.ts";

type Endpoints = typeof studioEndpoints;
type Presented = ResponseOf<Endpoints["updateProject"]>;

export async function listProjects(db: Database, caller: StudioCaller): Promise<ResponseOf<Endpoints["listProjects"]>> {
	const rows = await listProjectRows(db, caller.workspaceId);
	const dictionaries = await loadLocators(
		db,
		caller.workspaceId,
		rows.map(({ id }) => id),
	);
	const models = new Map<string, string>();
	for (const { default_paragraph_voice_id: voice } of rows)
		if (!models.has(voice)) models.set(voice, await modelOf(db, caller, voice));
	const audio = await loadProjectAudio(
		db,
		caller.workspaceId,
		rows.map(({ id }) => id),
	);
	return {
		projects: rows.map((row) =>
			presentProject(row, caller, {
				modelId: models.get(row.default_paragraph_voice_id) ?? "",
				dictionaries: dictionaries.get(row.id) ?? [],
				audio: audio.get(row.id) ?? noAudio,
			}),
		),
	};
}

/** `addContent` adds the chapters in the same transaction, now or later. Without it they are those of the body. */
export async function createProject(
	db: Database,
	caller: StudioCaller,
	body: Omit<InputOf<Endpoints["createProject"]>["body"], "from_document" | "from_url">,
	addContent?: (tx: Db, projectId: string) => Promise<void>,
): Promise<Presented> {
	const { workspaceId, userId } = caller;
	const usual = await chooseDefaultVoice(db, body.language ?? "");
	const defaults: DefaultVoices = {
		default_title_voice_id: body.default_title_voice_id ?? body.default_paragraph_voice_id ?? usual,
		default_paragraph_voice_id: body.default_paragraph_voice_id ?? usual,
	};
	await requireStudioVoice(db, caller, defaults.default_title_voice_id, "default_title_voice_id");
	const paragraphs = await requireStudioVoice(
		db,
		caller,
		defaults.default_paragraph_voice_id,
		"default_paragraph_voice_id",
	);
	requireModel(paragraphs, body.default_model_id);
	const chapters =
		body.from_content_json === undefined
			? [{ name: "Chapter 1", blocks: [] }]
			: await parseContent(db, caller, body.from_content_json, defaults);
	const locators = await resolveLocators(db, workspaceId, parseLocators(body.pronunciation_dictionary_locators ?? []));
	const tier = await getTier(db, workspaceId);
	const id = newId();
	await db.transaction().execute(async (tx) => {
		if ((await countProjects(tx, workspaceId)) >= maxProjects[tier])
			throw new AppError(
				"project_limit_reached",
				`The ${plans[tier].label} plan includes ${maxProjects[tier]} projects. Delete one or upgrade the plan.`,
			);
		await insertProject(tx, workspaceId, {
			id,
			userId,
			fields: {
				name: body.name,
				...defaults,
				title: body.title ?? null,
				author: body.author ?? null,
				isbn_number: body.isbn_number ?? null,
				description: body.description ?? "",
				genres: body.genres ?? [],
				target_audience: body.target_audience ?? "all ages",
				language: body.language ?? "",
				content_type: body.content_type ?? "",
				original_publication_date: body.original_publication_date ?? "",
				mature_content: body.mature_content ?? false,
				fiction: body.fiction ?? null,
				source_type: body.source_type ?? null,
				quality_preset: body.quality_preset ?? "standard",
				apply_text_normalization: body.apply_text_normalization ?? "auto",
				acx_volume_normalization: body.acx_volume_normalization ?? body.volume_normalization ?? false,
				continue_playing: false,
				quality_check: true,
				callback_url: body.callback_url ?? null,
			},
		});
		await replaceDictionaries(tx, workspaceId, id, locators);
		if (body.auto_convert) await convertWhenComplete(tx, caller, id);
		if (addContent) return addContent(tx, id);
		await addChapters(tx, workspaceId, id, chapters);
		if (body.auto_assign_voices) await queueCast(tx, workspaceId, id, true);
		else await convertIfWanted(tx, workspaceId, id);
	});
	return presented(db, caller, id);
}

export async function getProject(
	db: Database,
	caller: StudioCaller,
	id: string,
): Promise<ResponseOf<Endpoints["getProject"]>> {
	const { workspaceId } = caller;
	const row = await requireProject(db, caller, id, "read");
	const { project } = await presented(db, caller, id);
	const chapters = await listChapterRows(db, workspaceId, id);
	const audio = (await loadProjectAudio(db, workspaceId, [id])).get(id) ?? noAudio;
	const voiceIds = new Set([row.default_title_voice_id, row.default_paragraph_voice_id]);
	const projectsVoices = await projectVoices(db, workspaceId, row);
	for (const chapter of chapters) for (const voice of countVoices(chapter, projectsVoices).keys()) voiceIds.add(voice);
	const voices: ResponseOf<Endpoints["getProject"]>["voices"] = [];
	for (const voiceId of voiceIds) {
		const { name, settings } = await describeVoice(db, caller, voiceId);
		voices.push({
			project_voice_ref_id: voiceId,
			voice_id: voiceId,
			alias: name,
			stability: settings?.stability ?? 0.5,
			similarity_boost: settings?.similarity_boost ?? 0.75,
			style: settings?.style ?? 0,
			is_pinned: false,
			use_speaker_boost: settings?.use_speaker_boost ?? true,
			volume_gain: 0,
			speed: settings?.speed ?? 1,
		});
	}
	return {
		...project,
		chapters: chapters.map((chapter) => presentChapter(chapter, projectsVoices, audio)),
		pronunciation_dictionary_versions: await listDictionaryVersions(db, caller, project.pronunciation_dictionaries),
		pronunciation_dictionary_locators: project.pronunciation_dictionaries,
		assets: [],
		voices,
	};
}

type Details = InputOf<Endpoints["updateDetails"]>["body"];

/** Changes the given fields. Null clears the title, author and ISBN, and resets other fields to their default. */
export async function updateProject(
	db: Database,
	caller: StudioCaller,
	id: string,
	changes: Details & { volume_normalization?: boolean },
): Promise<Presented> {
	const row = await requireProject(db, caller, id, "edit");
	for (const param of ["default_title_voice_id", "default_paragraph_voice_id"] as const) {
		const voiceId = changes[param];
		if (voiceId !== undefined && voiceId !== row[param]) await requireStudioVoice(db, caller, voiceId, param);
	}
	const loudness = changes.acx_volume_normalization ?? changes.volume_normalization;
	await updateProjectRow(db, caller.workspaceId, id, {
		...defined(changes, ["name", "default_title_voice_id", "default_paragraph_voice_id", "genres", "mature_content"]),
		...defined(changes, ["continue_playing", "quality_check", "title", "author", "isbn_number", "fiction"]),
		...withDefaults(changes),
		...(loudness === undefined ? {} : { acx_volume_normalization: loudness }),
	});
	return presented(db, caller, id);
}

export async function deleteProject(
	db: Database,
	caller: StudioCaller,
	id: string,
): Promise<ResponseOf<Endpoints["deleteProject"]>> {
	const { workspaceId } = caller;
	const row = await requireProject(db, caller, id, "delete");
	await db.transaction().execute(async (tx) => {
		await deleteProjectRow(tx, workspaceId, id);
		for (const chapterId of row.chapter_ids) await notifyChapter(tx, workspaceId, { kind: "deleted", chapterId });
		await addToOutbox(tx, GLOBAL, { target: "StudioPurge", key: id, payload: { workspaceId, projectId: id } });
	});
	return { status: "ok" };
}

export async function updateContent(
	db: Database,
	caller: StudioCaller,
	id: string,
	{
		from_content_json: json = "",
		auto_convert,
	}: Pick<InputOf<Endpoints["updateContent"]>["body"], "from_content_json" | "auto_convert">,
): Promise<Presented> {
	const { workspaceId } = caller;
	const row = await requireProject(db, caller, id, "edit");
	const chapters = await parseContent(db, caller, json, row);
	await db.transaction().execute(async (tx) => {
		await replaceChapters(tx, workspaceId, id, chapters);
		if (auto_convert) await convertWhenComplete(tx, caller, id);
		await convertIfWanted(tx, workspaceId, id);
	});
	return presented(db, caller, id);
}

export async function setDictionaries(
	db: Database,
	caller: StudioCaller,
	id: string,
	locators: readonly { pronunciation_dictionary_id: string; version_id?: string | null }[],
): Promise<ResponseOf<Endpoints["setDictionaries"]>> {
	const { workspaceId } = caller;
	await requireProject(db, caller, id, "edit");
	const resolved = await resolveLocators(db, workspaceId, locators);
	await db.transaction().execute(async (tx) => {
		await lockProject(tx, workspaceId, id);
		await replaceDictionaries(tx, workspaceId, id, resolved);
	});
	return { status: "ok" };
}

export async function presented(db: Database, caller: StudioCaller, id: string): Promise<Presented> {
	const row = await requireProject(db, caller, id, "read");
	const dictionaries = (await loadLocators(db, caller.workspaceId, [id])).get(id) ?? [];
	const modelId = await modelOf(db, caller, row.default_paragraph_voice_id);
	const audio = (await loadProjectAudio(db, caller.workspaceId, [id])).get(id) ?? noAudio;
	return { project: presentProject(row, caller, { modelId, dictionaries, audio }) };
}

async function modelOf(db: Database, caller: StudioCaller, voiceId: string): Promise<string> {
	const { engine } = await describeVoice(db, caller, voiceId);
	return engine === "" ? "" : modelForEngine(engine).id;
}

async function loadLocators(db: Db, workspaceId: string, ids: readonly string[]) {
	const locators = new Map<string, StoredLocator[]>();
	for (const { project_id, dictionary_id, version_id } of await listDictionaries(db, workspaceId, ids)) {
		const list = locators.get(project_id) ?? [];
		list.push({ pronunciation_dictionary_id: dictionary_id, version_id });
		locators.set(project_id, list);
	}
	return locators;
}

/** Throws for a dictionary or version that doesn't exist, so that rules are never silently left out. */
async function resolveLocators(
	db: Database,
	workspaceId: string,
	locators: readonly { pronunciation_dictionary_id: string; version_id?: string | null }[],
) {
	await requireDictionaries(db, workspaceId, locators);
	return locators.map(({ pronunciation_dictionary_id, version_id }) => ({
		dictionaryId: pronunciation_dictionary_id,
		versionId: version_id ?? null,
	}));
}

function parseLocators(texts: readonly string[]): z.output<typeof locator>[] {
	return texts.map((text) => {
		const read = locator.extend({ version_id: locator.shape.version_id.default(null) }).safeParse(parseJson(text));
		if (!read.success)
			throw new AppError("invalid_request", "Each pronunciation_dictionary_locators must be a locator as JSON.", {
				param: "pronunciation_dictionary_locators",
			});
		return read.data;
	});
}

async function parseContent(
	db: Database,
	caller: StudioCaller,
	json: string,
	defaults: DefaultVoices,
): Promise<NewChapter[]> {
	const read = projectContent.safeParse(parseJson(json));
	if (!read.success) {
		const [issue] = read.error.issues;
		const where = issue?.path.join(".");
		throw new AppError("invalid_request", `from_content_json${where ? `, ${where}` : ""}: ${issue?.message}`, {
			param: "from_content_json",
		});
	}
	const chapters = read.data.map(({ name, blocks }) => ({ name, blocks: toBlocks(blocks, defaults) }));
	await requireStudioVoices(
		db,
		caller,
		chapters.flatMap(({ blocks }) => voicesOf(blocks)),
	);
	return chapters;
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** The given fields that aren't undefined. */
function defined<T extends object, K extends keyof T & keyof ProjectFields>(
	changes: T,
	keys: readonly K[],
): Partial<ProjectFields> {
	return Object.fromEntries(keys.filter((key) => changes[key] !== undefined).map((key) => [key, changes[key]]));
}

function withDefaults(changes: Details): Partial<ProjectFields> {
	const fallbacks = {
		description: "",
		target_audience: "all ages",
		language: "",
		content_type: "",
		original_publication_date: "",
		quality_preset: "standard",
		apply_text_normalization: "auto",
	} as const;
	return Object.fromEntries(
		Object.entries(fallbacks)
			.filter(([key]) => changes[key as keyof typeof fallbacks] !== undefined)
			.map(([key, fallback]) => [key, changes[key as keyof typeof fallbacks] ?? fallback]),
	);
}
