// Writes the script of a podcast: read the sources in a confined process, write the script, make it a chapter.
// Invariant: the chapter is written in the transaction that completes the import, so it is written once.
import { maxChapters, maxImportCharacters, maxPodcastSourceCharacters } from "@timbre/contract/studio/rules.ts";
import type { Database, Db } from "@timbre/db/connect.ts";
import { DocumentError } from "@timbre/engines/documents/errors.ts";
import { readDocument } from "@timbre/engines/documents/read.ts";
import type { DocumentText } from "@timbre/engines/documents/types.ts";
import { withTemporaryFile } from "@timbre/engines/media/upload/temporary-file.ts";
import { z } from "zod";
import type { LanguageModel } from "../../../core/http/language-model.ts";
import type { Storage } from "../../../core/storage/storage.ts";
import { defineWorkflow } from "../../../core/workflow.ts";
import { whileRunning } from "../../../core/workflow-cancel.ts";
import { PermanentFailure, reasonFor } from "../../../core/workflow-failure.ts";
import { readUpload, removeUpload } from "../../uploads/uploads.public.ts";
import { replaceChapters } from "../chapters/chapters.service.ts";
import { convertIfWanted } from "../conversions/queue.service.ts";
import { endImport, isRunning, lockWriting, type ScriptBy, updateRunningImport } from "../imports/imports.repo.ts";
import { deleteText, loadText, storeText } from "../imports/text-store.service.ts";
import { twoLetterCode } from "../imports/write.service.ts";
import { fillDetails, findProject, updateProjectRow } from "../projects/projects.repo.ts";
import { scriptByModel } from "./model-script.service.ts";
import { scriptByRules } from "./rules-script.ts";
import { type PodcastRequest, type PodcastSource, placeholderName, type Script } from "./types.ts";
import { deleteFiles, loadFile, storeFile } from "./work-files.service.ts";

export type PodcastServices = { db: Database; storage: Storage; languageModel?: LanguageModel | undefined };

const job = z.object({ workspaceId: z.string(), projectId: z.string(), importId: z.string() });
type Job = z.output<typeof job>;

const failed = "The script couldn't be written. Try again in a few minutes.";
const deleted = "The project was deleted.";
const limits = {
	maxChapters,
	maxChapterCharacters: maxPodcastSourceCharacters,
	maxCharacters: maxImportCharacters,
};
const maxNameCharacters = 100;

export const podcastWorkflow = defineWorkflow<Job, PodcastServices>({
	name: "StudioPodcast",
	input: job,
	run: async (context, work, services) => {
		const { db, storage } = services;
		const { workspaceId, importId } = work;
		try {
			await context.longStep("read", (signal) => read(services, work, signal));
			const scriptBy = await context.longStep("script", () => writeScript(services, work));
			await context.step("write", () => writeChapter(services, work, scriptBy));
		} catch (error) {
			await context.outcome("give up", () =>
				endImport(db, workspaceId, importId, { state: "failed", error: reasonFor(error, failed) }),
			);
		}
		await context.outcome("clean up", () => cleanUp({ db, storage }, work));
	},
});

/** Reads all sources into one text. */
async function read(services: PodcastServices, { workspaceId, importId }: Job, attemptEnded: AbortSignal) {
	const { db, storage } = services;
	const { sources } = await loadFile(storage, workspaceId, importId, "request");
	const watched = { isRunning: () => isRunning(db, workspaceId, importId), canceled: deleted, attemptEnded };
	const documents = await whileRunning(watched, async (signal) => {
		const texts: DocumentText[] = [];
		for (const [at, source] of sources.entries()) {
			texts.push(await readSource(services, workspaceId, source, signal));
			await updateRunningImport(db, workspaceId, importId, { progress: ((at + 1) / sources.length) * 0.5 });
		}
		return texts;
	});
	const [first] = documents;
	if (!first) throw new Error("a podcast has a source");
	await storeText(storage, workspaceId, importId, {
		...first,
		title: documents.find(({ title }) => title)?.title ?? null,
		chapters: documents.flatMap(({ chapters }) => chapters),
	});
	if (!(await updateRunningImport(db, workspaceId, importId, { progress: 0.5, state: "writing" })))
		throw new PermanentFailure(deleted);
}

async function readSource(
	services: PodcastServices,
	workspaceId: string,
	source: PodcastSource,
	signal: AbortSignal,
): Promise<DocumentText> {
	if (source.kind === "text") {
		const blocks = source.text
			.split(/\n\s*\n/)
			.map((text) => ({ type: "p" as const, text: text.replaceAll(/\s+/g, " ").trim() }))
			.filter(({ text }) => text !== "");
		return { format: "txt", title: null, author: null, language: null, pages: null, chapters: [{ name: "", blocks }] };
	}
	const { fileName, uploadId } = source;
	try {
		return await withTemporaryFile(readUpload(services, workspaceId, uploadId), (file) =>
			readDocument(file, { fileName, article: true, signal, limits }),
		);
	} catch (error) {
		throw error instanceof DocumentError ? new PermanentFailure(error.message, { cause: error }) : error;
	}
}

async function writeScript({ storage, languageModel }: PodcastServices, { workspaceId, importId }: Job) {
	const request = await loadFile(storage, workspaceId, importId, "request");
	const document = await loadText(storage, workspaceId, importId);
	if (!document) throw new PermanentFailure("The text of the sources is gone. Create the podcast again.");
	const source = sourceOf(document, request);
	if (source.paragraphs.length === 0) throw new PermanentFailure("There is no text to speak in the sources.");
	const byModel = languageModel && (await scriptByModel(languageModel, source, request));
	const scriptBy: ScriptBy = byModel ? "model" : "rules";
	await storeFile(storage, workspaceId, importId, "script", byModel ?? scriptByRules(source, request));
	return scriptBy;
}

function sourceOf({ title, language, chapters }: DocumentText, request: PodcastRequest) {
	const paragraphs = chapters.flatMap(({ blocks }) =>
		blocks
			.filter(({ type, text, dropped }) => type === "p" && dropped === undefined && /[\p{L}\p{N}]/u.test(text))
			.map(({ text }) => text),
	);
	return {
		title: (title ?? "").trim() || shorten(paragraphs[0] ?? ""),
		paragraphs,
		language: request.language || twoLetterCode(language),
	};
}

/** Returns the first words of a text. */
function shorten(text: string): string {
	const words = text.split(/\s+/);
	let name = "";
	for (const word of words) {
		if (name.length + word.length > maxNameCharacters / 2) return `${name.trim()}…`;
		name += `${word} `;
	}
	return name.trim();
}

async function writeChapter({ db, storage }: PodcastServices, job: Job, scriptBy: ScriptBy): Promise<void> {
	const { workspaceId, projectId, importId } = job;
	const request = await loadFile(storage, workspaceId, importId, "request");
	const script = await loadFile(storage, workspaceId, importId, "script");
	const document = await loadText(storage, workspaceId, importId);
	await db.transaction().execute(async (tx) => {
		if (!(await lockWriting(tx, workspaceId, importId))) return;
		await nameProject(tx, workspaceId, projectId, script.title);
		const language = request.language || twoLetterCode(document?.language ?? null);
		await fillDetails(tx, workspaceId, projectId, { title: script.title, author: null, language });
		await replaceChapters(tx, workspaceId, projectId, [
			{ name: script.title.slice(0, maxNameCharacters), blocks: blocksOf(script, request) },
		]);
		await endImport(tx, workspaceId, importId, { state: "completed", scriptBy });
		await convertIfWanted(tx, workspaceId, projectId);
	});
}

async function nameProject(tx: Db, workspaceId: string, projectId: string, title: string): Promise<void> {
	const project = await findProject(tx, workspaceId, projectId);
	if (project?.name !== placeholderName || title === "") return;
	await updateProjectRow(tx, workspaceId, projectId, { name: title.slice(0, maxNameCharacters) });
}

function blocksOf({ turns }: Script, { hostVoiceId, guestVoiceId, intro, outro }: PodcastRequest) {
	const ofHost = (text: string) => (text === "" ? [] : [{ speaker: "host" as const, text }]);
	return [...ofHost(intro), ...turns, ...ofHost(outro)].map(({ speaker, text }) => ({
		id: null,
		type: "p" as const,
		nodes: [{ text, voiceId: speaker === "guest" ? (guestVoiceId ?? hostVoiceId) : hostVoiceId }],
	}));
}

async function cleanUp({ db, storage }: Pick<PodcastServices, "db" | "storage">, job: Job): Promise<void> {
	const { workspaceId, importId } = job;
	const request = await loadFile(storage, workspaceId, importId, "request").catch(() => undefined);
	for (const source of request?.sources ?? [])
		if (source.kind === "document") await removeUpload({ db, storage }, workspaceId, source.uploadId);
	await deleteText(storage, workspaceId, importId);
	await deleteFiles(storage, workspaceId, importId);
}
