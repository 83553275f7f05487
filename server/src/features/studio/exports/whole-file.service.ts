// The file of an export, whatever its format is.

import { crc32 } from "node:zlib";
import { type Cover, readCover } from "@timbre/engines/publishing/cover.ts";
import type { BookDetails } from "@timbre/engines/publishing/m4b-header.ts";
import type { ExportReport } from "../../../core/json-columns/studio.ts";
import { unix } from "../../../core/time.ts";
import { PermanentFailure } from "../../../core/workflow-failure.ts";
import { type ZipFile, zipArchive } from "../../../core/zip.ts";
import { assembleBundle } from "../bundles/build.service.ts";
import { loadCover } from "../projects/cover.service.ts";
import type { ProjectRow } from "../projects/projects.repo.ts";
import { describeVoice } from "../projects/voices.service.ts";
import { type Assembled, joinMp3, joinWav, numberedNames, withM4b, zipChapters } from "./assemble.service.ts";
import { loadCaptions, writeCaptions } from "./captions.service.ts";
import { assembleEpub, bookUuid } from "./epub.service.ts";
import { findExport } from "./exports.repo.ts";
import { isCaptions } from "./formats.ts";
import type { MasteredChapter } from "./master.service.ts";
import type { ExportRun } from "./types.ts";

/** Calls `use` with the content of the file, which can be read until `use` is done. */
export async function withExportFile(
	run: ExportRun,
	chapters: readonly MasteredChapter[],
	use: (assembled: Assembled) => Promise<void>,
): Promise<void> {
	const { services, context, row, onProgress } = run;
	const { storage } = services.deps;
	const { format, settings } = row;
	const dateUnix = unix(row.created_at);
	if (format === "m4b") {
		const seconds = chapters.reduce((sum, chapter) => sum + chapter.seconds, 0);
		const { details, cover } = await loadBook(run);
		const book = { details, cover: cover?.bytes };
		const options = { book, signal: context.signal, onProgress: (done: number) => onProgress(done / seconds) };
		return withM4b(storage, row.id, chapters, options, use);
	}
	if (format === "mp3")
		return use(await joinMp3(storage, chapters, { name: run.project.name, signal: context.signal }));
	if (format === "wav") return use(joinWav(storage, chapters, settings.bit_depth));
	if (format === "mp3_zip") return use(zipChapters(storage, chapters, { extension: "mp3", dateUnix }));
	if (format === "wav_zip") return use(zipChapters(storage, chapters, { extension: "wav", dateUnix }));
	if (format === "epub") return use(await epub(run, chapters));
	if (format === "bundle") return use(await assembleBundle(run));
	if (isCaptions(format)) return use(await captions(run, format));
	throw new PermanentFailure(`This server can't export ${format}.`);
}

type Book = { details: BookDetails & { title: string }; narrator: string; cover: Cover | undefined };

async function loadBook({ services, context, project }: ExportRun): Promise<Book> {
	const bytes = await loadCover(services.deps.storage, context.workspaceId, project);
	const narrator = (await describeVoice(services.deps.db, context, project.default_paragraph_voice_id)).name;
	const year = Number(/^\d{4}/.exec(project.original_publication_date)?.[0] ?? 0);
	const text = (key: string, value: string | null) => (value ? { [key]: value } : {});
	return {
		narrator,
		cover: bytes && readCover(bytes),
		details: {
			title: titleOf(project),
			narrator,
			...text("author", project.author),
			...text("description", project.description),
			...text("isbn", project.isbn_number),
			...text("language", project.language),
			...(year > 0 ? { year } : {}),
		},
	};
}

const titleOf = ({ title, name }: ProjectRow) => title ?? name;

async function epub(run: ExportRun, mastered: readonly MasteredChapter[]): Promise<Assembled> {
	const { services, context, row, project } = run;
	const { details, narrator, cover } = await loadBook(run);
	const chapters = mastered.flatMap((one) => {
		const listed = row.chapters.find(({ chapter_id }) => chapter_id === one.chapterId);
		return listed ? [{ listed, mastered: one }] : [];
	});
	return assembleEpub(services.deps, context.workspaceId, chapters, {
		id: bookUuid(project.id),
		title: titleOf(project),
		author: details.author,
		narrators: [narrator],
		language: project.language || "en",
		isbn: details.isbn,
		description: details.description,
		cover,
		modified: row.created_at,
	});
}

async function captions(run: ExportRun, format: "srt" | "vtt" | "json"): Promise<Assembled> {
	const { services, context, row, project } = run;
	const { settings } = row;
	const report = await reportOfAudio(run);
	const places = report && new Map(report.places.map(({ chapter_id, ...place }) => [chapter_id, place]));
	const chapters = await loadCaptions(services.deps, context, row.chapters, places);
	const content = async (list: typeof chapters) => Buffer.from(await writeCaptions(format, project, list));
	const empty: ExportReport = { files: [], places: report?.places ?? [] };
	if (!settings.captions_per_chapter) return { body: once(await content(chapters)), report: empty };
	const names = numberedNames(
		chapters.map(({ title }) => title),
		format,
	);
	async function* files(): AsyncGenerator<ZipFile> {
		for (const [at, chapter] of chapters.entries()) {
			const bytes = await content([chapter]);
			const known = { crc: crc32(bytes), size: bytes.length };
			yield { name: names[at] ?? `${at}.${format}`, dateUnix: unix(row.created_at), body: once(bytes), known };
		}
	}
	return { body: zipArchive(files()), report: empty };
}

/** Where the chapters are in the export that the captions belong to. Undefined if they belong to none. */
async function reportOfAudio({ services, row }: ExportRun): Promise<ExportReport | undefined> {
	const { audio_export_id } = row.settings;
	if (audio_export_id === null) return undefined;
	const audio = await findExport(services.deps.db, row.workspace_id, audio_export_id);
	if (!audio?.report) throw new PermanentFailure("The export that the captions belong to was deleted.");
	return audio.report;
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
	yield bytes;
}
