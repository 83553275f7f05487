// Makes a bundle of a project: everything that another workspace needs to go on with it.
import { unix } from "../../../core/time.ts";
import { takeKey } from "../../speech/speech.public.ts";
import { listCharacterRows } from "../cast/cast.repo.ts";
import type { Assembled } from "../exports/assemble.service.ts";
import type { ExportRun } from "../exports/types.ts";
import { coverKey } from "../projects/cover.service.ts";
import { describeVoice } from "../projects/voices.service.ts";
import { createPlanner } from "../sentences/plan.service.ts";
import { listAllTakes } from "./bundles.repo.ts";
import { chapterOf, type TakeIds, tryTo } from "./content.service.ts";
import { archiveOf, type BundleFile, inspect } from "./files.service.ts";
import {
	type Manifest,
	type ManifestChapter,
	type ManifestTake,
	manifestHead,
	manifest as manifestSchema,
} from "./manifest.ts";

type TakeRow = Awaited<ReturnType<typeof listAllTakes>>[number];

export async function assembleBundle(run: ExportRun): Promise<Assembled> {
	const { services, context, row, project } = run;
	const { db, storage } = services.deps;
	const { workspaceId } = context;
	const files = new Map<string, BundleFile>();
	const addFile = async (folder: string, key: string, extension: string): Promise<string | undefined> => {
		const found = await inspect(storage, key);
		if (!found) return undefined;
		const name = `${folder}/${found.sha256}.${extension}`;
		files.set(name, { ...found, name, key });
		return name;
	};

	const listed: { row: TakeRow; file: string }[] = [];
	const rows = await listAllTakes(db, workspaceId, project.id);
	for (const [at, one] of rows.entries()) {
		context.signal.throwIfAborted();
		// The audio of a take that the storage has lost can be generated again where it is needed.
		const file = await addFile("takes", takeKey(workspaceId, one.hash), "take");
		if (file) listed.push({ row: one, file });
		run.onProgress((0.5 * at) / rows.length);
	}
	const takeIds: TakeIds = new Map(listed.map((one) => [one.row.hash, one.row.id]));
	const planner = await tryTo(() => createPlanner(services.deps, context, project));
	const chapters: ManifestChapter[] = [];
	for (const { chapter_id, name, snapshot_id } of row.chapters) {
		context.signal.throwIfAborted();
		const chapter = await chapterOf(run, { id: chapter_id, name, snapshotId: snapshot_id }, takeIds, planner);
		if (!chapter) continue;
		const audio = chapter.snapshot && (await addFile("audio", chapter.snapshot.key, "mp3"));
		chapters.push({
			...chapter.manifest,
			audio: chapter.snapshot && audio ? { ...chapter.snapshot.audio, file: audio } : null,
		});
	}
	const cover = await coverOf(run, files);
	const all = row.chapters.length >= project.chapter_ids.length;
	const used = new Set(
		chapters.flatMap(({ sentences, audio }) => [...sentences, ...(audio?.sentences ?? [])]).map(({ take }) => take),
	);
	const takes = listed.filter((one) => all || used.has(one.row.id));
	const names = new Set([
		...takes.map(({ file }) => file),
		...chapters.flatMap(({ audio }) => audio?.file ?? []),
		cover,
	]);
	const content = [...files.values()].filter(({ name }) => names.has(name));
	const described = manifestSchema.parse({
		...manifestHead,
		created_at: row.created_at.toISOString(),
		project: projectOf(run),
		cover: cover ?? null,
		voices: await voicesOf(run, chapters),
		characters: await listCharacterRows(db, workspaceId, project.id),
		chapters,
		takes: takes.map(toManifestTake),
		files: content.map(({ name, size, sha256 }) => ({ name, bytes: size, sha256 })),
	} satisfies Record<keyof Manifest, unknown>);
	return { body: archiveOf(storage, described, content, unix(row.created_at)), report: { files: [], places: [] } };
}

function toManifestTake({ row, file }: { row: TakeRow; file: string }): Record<keyof ManifestTake, unknown> {
	return {
		id: row.id,
		file,
		text: row.text,
		group: row.base_hash,
		chosen: row.chosen,
		seed: row.seed,
		voice_id: row.voice_id,
		voice_name: row.voice_name,
		model_id: row.model_id,
		settings: row.voice,
		verdict: row.verdict,
		checked_by: row.checked_by,
		misread: row.words,
		accepted: row.accepted,
		created_at_unix: unix(row.created_at),
	};
}

async function coverOf({ services, context, project }: ExportRun, files: Map<string, BundleFile>) {
	const { storage } = services.deps;
	const key = coverKey(context.workspaceId, project);
	const found = key === undefined ? undefined : await inspect(storage, key);
	if (key === undefined || !found) return undefined;
	const name = `cover/${found.sha256}.${project.cover_type === "image/png" ? "png" : "jpg"}`;
	files.set(name, { ...found, name, key });
	return name;
}

async function voicesOf({ services, context, project }: ExportRun, chapters: readonly ManifestChapter[]) {
	const { db } = services.deps;
	const characters = await listCharacterRows(db, context.workspaceId, project.id);
	const ids = new Set([
		project.default_title_voice_id,
		project.default_paragraph_voice_id,
		...characters.flatMap(({ voice_id }) => voice_id ?? []),
		...chapters.flatMap(({ blocks }) => blocks.flatMap(({ nodes }) => nodes.flatMap(({ voice_id }) => voice_id ?? []))),
	]);
	const voices: Manifest["voices"] = [];
	for (const id of ids) voices.push({ voice_id: id, name: (await describeVoice(db, context, id)).name });
	return voices;
}

function projectOf({ project }: ExportRun): Record<keyof Manifest["project"], unknown> {
	return {
		name: project.name,
		title: project.title,
		author: project.author,
		isbn_number: project.isbn_number,
		description: project.description,
		genres: project.genres,
		target_audience: project.target_audience,
		language: project.language,
		content_type: project.content_type,
		original_publication_date: project.original_publication_date,
		mature_content: project.mature_content,
		fiction: project.fiction,
		source_type: project.source_type,
		quality_preset: project.quality_preset,
		apply_text_normalization: project.apply_text_normalization,
		acx_volume_normalization: project.acx_volume_normalization,
		continue_playing: project.continue_playing,
		quality_check: project.quality_check,
		default_title_voice_id: project.default_title_voice_id,
		default_paragraph_voice_id: project.default_paragraph_voice_id,
	};
}
