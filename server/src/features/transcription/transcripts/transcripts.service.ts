// Transcripts of recordings: creating, waiting for, editing and deleting them.
// Invariant: a transcript and the claim of its upload are written in one transaction, and only the workflow spends
// credits.

import type { InputOf, ResponseOf } from "@timbre/contract/endpoint.ts";
import { AppError, type ErrorCode, errorCodes } from "@timbre/contract/errors.ts";
import { creditsForSeconds } from "@timbre/contract/plans.ts";
import type { transcriptionEndpoints } from "@timbre/contract/transcription/endpoints.ts";
import {
	autoLanguage,
	maxEditedWords,
	maxTitleCharacters,
	resolveTranscriptionModel,
	sourceLanguageKey,
	transcriptFormats,
} from "@timbre/contract/transcription/rules.ts";
import type {
	TranscriptDetails,
	TranscriptEdit,
	TranscriptResponse,
	TranscriptSummary,
} from "@timbre/contract/transcription/schemas.ts";
import type { Database, Db } from "@timbre/db/connect.ts";
import { addToOutbox } from "../../../core/events/outbox.repo.ts";
import { type AudioResponse, storedAudio } from "../../../core/http/audio.ts";
import type { Context } from "../../../core/http/context.ts";
import { blockedUrlReason } from "../../../core/http/outbound-http.ts";
import { newId } from "../../../core/ids.ts";
import type { StoredWord, TranscriptRequest } from "../../../core/json-columns/transcription.ts";
import { GLOBAL } from "../../../core/tenancy.ts";
import { claimUpload, getUpload } from "../../uploads/uploads.public.ts";
import { requireCredits, settleCredits } from "../../usage/usage.public.ts";
import { getTier } from "../../workspace/workspace.public.ts";
import type { TranscriptionDeps } from "../types.ts";
import { audioKeyOf, transcriptWorkflowName } from "./keys.ts";
import {
	currentWords,
	exportFile,
	exportOptions,
	presentDetails,
	presentSummary,
	presentTranscript,
} from "./transcripts.present.ts";
import {
	deleteTranscriptRow,
	endTranscript,
	findSummary,
	findTranscript,
	insertTranscript,
	listTranscriptRows,
	type TranscriptRow,
	updateTranscriptRow,
} from "./transcripts.repo.ts";
import { speakersOf, textOf } from "./words.ts";

type Endpoints = typeof transcriptionEndpoints;

/** Where the recording is. */
export type TranscriptSource = { uploadId: string; fileName: string } | { url: string };

export type NewTranscript = {
	modelId: string;
	source: TranscriptSource;
	/** False: deleted when it was delivered. */
	stored: boolean;
	request: Omit<TranscriptRequest, "sourceUrl" | "language">;
	/** A key or code of a language, or "auto". */
	language: string | null | undefined;
};

/** Starts a transcript. Everything that can be rejected without the audio is rejected here. Returns its id. */
export async function startTranscript(
	{ db }: TranscriptionDeps,
	context: Context,
	wanted: NewTranscript,
): Promise<string> {
	const { workspaceId } = context;
	await requireSomeCredits(db, workspaceId);
	const model = resolveTranscriptionModel(wanted.modelId);
	if (!model)
		throw new AppError("model_not_found", `There is no transcription model ${wanted.modelId}.`, { param: "model_id" });
	const language = requestedLanguage(wanted.language);
	if (model.languages === "English" && language !== undefined && language !== "en")
		throw new AppError("unsupported_language", `${model.name} transcribes English only. Use whisper_small instead.`, {
			param: "language_code",
		});
	const { source } = wanted;
	const url = "url" in source ? source.url : undefined;
	const uploadId = "uploadId" in source ? source.uploadId : undefined;
	const id = newId();
	await db.transaction().execute(async (tx) => {
		await insertTranscript(tx, workspaceId, {
			id,
			userId: context.userId,
			apiKeyId: context.apiKeyId,
			via: context.via,
			requestId: context.requestId,
			title: titleOf(source),
			modelId: model.id,
			uploadId,
			stored: wanted.stored,
			request: {
				...wanted.request,
				...(language === undefined ? {} : { language }),
				...(url === undefined ? {} : { sourceUrl: url }),
			},
		});
		if (uploadId !== undefined) await claimUpload(tx, workspaceId, uploadId, id);
		await addToOutbox(tx, GLOBAL, {
			target: transcriptWorkflowName,
			key: id,
			payload: {
				workspaceId,
				transcriptId: id,
				stored: wanted.stored,
				...(uploadId === undefined ? {} : { uploadId }),
			},
		});
	});
	return id;
}

/** Throws if the workspace has no credits at all. How many are needed is known once the file is decoded. */
export async function requireSomeCredits(db: Db, workspaceId: string): Promise<void> {
	await requireCredits(db, workspaceId, await getTier(db, workspaceId), creditsForSeconds("transcription", 1));
}

/** Undefined if it is to be detected. */
function requestedLanguage(code: string | null | undefined): string | undefined {
	if (!code || code === autoLanguage) return undefined;
	const key = sourceLanguageKey(code);
	if (key === undefined)
		throw new AppError("unsupported_language", `The language ${code} isn't supported.`, { param: "language_code" });
	return key;
}

/** The name of the file without its extension. */
function titleOf(source: TranscriptSource): string {
	const name = "url" in source ? lastPart(source.url) : source.fileName;
	const title = name
		.replaceAll(/[\p{Cc}\p{Cf}]/gu, "")
		.replace(/\.[A-Za-z0-9]{1,5}$/, "")
		.trim();
	return [...(title || "Recording")].slice(0, maxTitleCharacters).join("");
}

function lastPart(url: string): string {
	const { pathname, hostname } = new URL(url);
	try {
		return decodeURIComponent(pathname.split("/").at(-1) ?? "") || hostname;
	} catch {
		return hostname;
	}
}

const quickPollMs = 200;
const slowPollMs = 1_000;
const quickPolls = 25;

/** Waits until a transcript has ended, also if it takes hours. Throws if it failed or the client left. */
export async function waitForTranscript(
	db: Database,
	{ workspaceId, signal }: Context,
	id: string,
): Promise<TranscriptRow> {
	for (let polls = 0; ; polls++) {
		const row = await findSummary(db, workspaceId, id);
		if (!row) throw notFound();
		if (row.state === "failed") throw new AppError(errorCodeOf(row.error_code), row.error ?? "The transcript failed.");
		if (row.state === "cancelled") throw new AppError("conflict", "This transcript was canceled.");
		if (row.state === "completed") return requireTranscript(db, workspaceId, id);
		await pause(polls < quickPolls ? quickPollMs : slowPollMs, signal);
	}
}

const errorCodeOf = (code: string | null): ErrorCode =>
	code !== null && code in errorCodes ? (code as ErrorCode) : "internal_error";

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
	return new Promise((resolve, reject) => {
		const stop = () => {
			clearTimeout(timer);
			reject(signal.reason);
		};
		const timer = setTimeout(() => {
			signal.removeEventListener("abort", stop);
			resolve();
		}, milliseconds);
		if (signal.aborted) return stop();
		signal.addEventListener("abort", stop, { once: true });
	});
}

/** The response of a transcript that has ended. One that is not stored is deleted. */
export async function deliverTranscript(
	deps: TranscriptionDeps,
	context: Context,
	id: string,
): Promise<TranscriptResponse> {
	const row = await waitForTranscript(deps.db, context, id);
	context.setResponseHeader("character-cost", String(row.credits ?? 0));
	const response = await presentTranscript(row);
	if (!row.stored) await deleteTranscriptRow(deps.db, context.workspaceId, id);
	return response;
}

export async function createTranscript(
	deps: TranscriptionDeps,
	context: Context,
	body: InputOf<Endpoints["createTranscript"]>["body"],
): Promise<TranscriptSummary> {
	await requireSomeCredits(deps.db, context.workspaceId);
	const id = await startTranscript(deps, context, {
		modelId: body.model_id,
		language: body.language_code,
		source: await sourceOf(deps, context.workspaceId, body),
		stored: true,
		request: {
			events: body.tag_audio_events,
			diarize: body.diarize,
			speakers: body.num_speakers ?? undefined,
			threshold: body.diarization_threshold ?? undefined,
			multichannel: body.use_multi_channel,
			combined: true,
			noVerbatim: body.no_verbatim,
			keyterms: body.keyterms ?? [],
			timestamps: "word",
			formats: [],
			rawPcm: false,
		},
	});
	return getSummary(deps.db, context.workspaceId, id);
}

/** An upload with its name, or a URL. */
export async function sourceOf(
	{ db, outbound }: TranscriptionDeps,
	workspaceId: string,
	{ upload_id: uploadId, source_url: url }: { upload_id?: string | null; source_url?: string | null },
): Promise<TranscriptSource> {
	if (uploadId) return { uploadId, fileName: (await getUpload(db, workspaceId, uploadId)).file_name };
	if (!url) throw new AppError("invalid_request", "Send a recording or its URL.", { param: "source_url" });
	const blocked = blockedUrlReason(new URL(url), outbound.allowPrivate);
	if (blocked !== undefined) throw new AppError("invalid_request", blocked, { param: "source_url" });
	return { url };
}

async function getSummary(db: Db, workspaceId: string, id: string): Promise<TranscriptSummary> {
	const row = await findSummary(db, workspaceId, id);
	if (!row) throw notFound();
	return presentSummary(row);
}

export async function listTranscripts(
	db: Database,
	workspaceId: string,
	query: InputOf<Endpoints["listTranscripts"]>["query"],
): Promise<ResponseOf<Endpoints["listTranscripts"]>> {
	const rows = await listTranscriptRows(db, workspaceId, {
		...(query.cursor === undefined ? {} : { before: parseCursor(query.cursor) }),
		...(query.search ? { search: query.search } : {}),
		...(query.state === undefined ? {} : { state: query.state }),
		limit: query.page_size + 1,
	});
	const shown = rows.slice(0, query.page_size);
	const last = shown.at(-1);
	return {
		transcripts: shown.map(presentSummary),
		has_more: rows.length > shown.length,
		next_cursor: rows.length > shown.length && last ? `${last.created_at.toISOString()}_${last.id}` : null,
	};
}

function parseCursor(cursor: string): { createdAt: Date; id: string } {
	const at = cursor.indexOf("_");
	const createdAt = new Date(cursor.slice(0, at));
	if (at < 0 || Number.isNaN(createdAt.getTime()))
		throw new AppError("invalid_request", "The cursor is invalid.", { param: "cursor" });
	return { createdAt, id: cursor.slice(at + 1) };
}

export async function getTranscript(
	db: Database,
	workspaceId: string,
	id: string,
	options: { original: boolean },
): Promise<TranscriptResponse> {
	return presentTranscript(await requireFinished(db, workspaceId, id), options);
}

export async function getTranscriptDetails(db: Database, workspaceId: string, id: string): Promise<TranscriptDetails> {
	return presentDetails(await requireTranscript(db, workspaceId, id));
}

export async function updateTranscript(
	db: Database,
	workspaceId: string,
	id: string,
	edit: TranscriptEdit,
): Promise<TranscriptDetails> {
	await db.transaction().execute(async (tx) => {
		const row = await requireTranscript(tx, workspaceId, id);
		if (
			row.state !== "completed" &&
			(edit.words !== undefined || edit.changes !== undefined || edit.speakers !== undefined)
		)
			throw new AppError("conflict", "This transcript isn't finished. Edit it when it is.");
		if (edit.revision !== undefined && edit.revision !== row.revision) throw editedMeanwhile();
		const words = edit.changes ? changedWords(row, edit) : edit.words ? edit.words.map(toStoredWord) : edit.words;
		const current = (words === null ? currentWords({ ...row, edited: null }) : (words ?? currentWords(row))) ?? [];
		const names = new Map(row.speaker_names.map(({ speaker_id, name }) => [speaker_id, name]));
		for (const { speaker_id, name } of edit.speakers ?? []) names.set(speaker_id, name);
		const updated = await updateTranscriptRow(tx, workspaceId, id, {
			revision: row.revision,
			title: edit.title ?? row.title,
			...(words === undefined ? {} : { words }),
			...(edit.speakers === undefined
				? {}
				: { speakerNames: [...names].map(([speaker_id, name]) => ({ speaker_id, name })) }),
			speakerCount: row.state === "completed" ? speakersOf(current).length || null : row.speaker_count,
			text: textOf(current),
		});
		if (!updated) throw editedMeanwhile();
	});
	return getTranscriptDetails(db, workspaceId, id);
}

const editedMeanwhile = () =>
	new AppError("conflict", "This transcript was edited in the meantime. Load it again.", { param: "revision" });

/** The current words with some of them replaced. */
function changedWords(row: TranscriptRow, { changes = [], words, revision }: TranscriptEdit): StoredWord[] {
	if (words !== undefined || revision === undefined)
		throw new AppError("invalid_request", "Send changes with a revision, and without words.", { param: "changes" });
	const current = currentWords(row) ?? [];
	const result: StoredWord[] = [];
	let at = 0;
	for (const change of changes) {
		if (change.from < at || change.from + change.count > current.length)
			throw new AppError("invalid_request", "Changes must be in ascending order, within the transcript.", {
				param: "changes",
			});
		result.push(...current.slice(at, change.from), ...change.words.map(toStoredWord));
		at = change.from + change.count;
	}
	result.push(...current.slice(at));
	if (result.length > maxEditedWords)
		throw new AppError("invalid_request", "The transcript would have too many words.", { param: "changes" });
	return result;
}

function toStoredWord(word: NonNullable<TranscriptEdit["words"]>[number]): StoredWord {
	if (word.start === null || word.end === null || word.end < word.start)
		throw new AppError("invalid_request", "Every word needs a start and an end, and can't end before it starts.", {
			param: "words",
		});
	return {
		text: word.text,
		start: word.start,
		end: word.end,
		type: word.type,
		logprob: word.logprob ?? 0,
		...(word.speaker_id === null ? {} : { speaker: word.speaker_id }),
		...(word.channel_index === null || word.channel_index === undefined ? {} : { channel: word.channel_index }),
	};
}

/** Deletes a transcript with its audio. The workflow of one that is in progress removes the rest. */
export async function deleteTranscript(
	{ db, storage }: TranscriptionDeps,
	workspaceId: string,
	id: string,
): Promise<void> {
	await requireTranscript(db, workspaceId, id);
	// The row last: an interrupted deletion can be repeated.
	await storage.delete(audioKeyOf(workspaceId, id));
	await db.transaction().execute(async (tx) => {
		await cancel(tx, workspaceId, id);
		await deleteTranscriptRow(tx, workspaceId, id);
	});
}

export async function cancelTranscript(db: Database, workspaceId: string, id: string): Promise<TranscriptSummary> {
	await db.transaction().execute((tx) => cancel(tx, workspaceId, id));
	return getSummary(db, workspaceId, id);
}

async function cancel(tx: Db, workspaceId: string, id: string): Promise<void> {
	if (await endTranscript(tx, workspaceId, id, { state: "cancelled" })) await settleCredits(tx, workspaceId, id, 0);
}

export async function getTranscriptAudio(
	{ db, storage }: TranscriptionDeps,
	{ workspaceId, range }: Context,
	id: string,
): Promise<AudioResponse> {
	const { audio_key: key, title } = await requireTranscript(db, workspaceId, id);
	const audio =
		key === null
			? undefined
			: await storedAudio(storage, key, { contentType: "audio/mpeg", rangeHeader: range, fileName: `${title}.mp3` });
	if (!audio) throw new AppError("transcript_not_found", "The audio of this transcript isn't stored.");
	return audio;
}

export async function exportTranscript(
	db: Database,
	workspaceId: string,
	id: string,
	{ original, ...requested }: InputOf<Endpoints["exportTranscript"]>["query"],
): Promise<AudioResponse> {
	const row = await requireFinished(db, workspaceId, id);
	const words = currentWords(original ? { ...row, edited: null } : row) ?? [];
	const file = await exportFile(row, words, exportOptions(requested));
	const { extension, contentType } = transcriptFormats[requested.format];
	return {
		contentType,
		size: file.length,
		fileName: `${row.title}.${extension}`,
		body: (async function* () {
			yield file;
		})(),
	};
}

async function requireFinished(db: Db, workspaceId: string, id: string): Promise<TranscriptRow> {
	const row = await requireTranscript(db, workspaceId, id);
	if (row.result) return row;
	throw new AppError(
		"transcript_not_found",
		row.state === "failed" || row.state === "cancelled"
			? "This recording was not transcribed."
			: "This transcript isn't finished. Try again later.",
		{ param: "transcription_id" },
	);
}

async function requireTranscript(db: Db, workspaceId: string, id: string): Promise<TranscriptRow> {
	const row = await findTranscript(db, workspaceId, id);
	if (!row) throw notFound();
	return row;
}

const notFound = () =>
	new AppError("transcript_not_found", "This transcript does not exist.", { param: "transcription_id" });
