import { fileNameLong } from "@timbre/contract/files.ts";
import type { Database } from "@timbre/db/connect.ts";
import { z } from "zod";
import { type ArchivePart, joinArchiveParts, writeArchivePart } from "../../core/archive-parts.ts";
import { type MailSettings, queueMail } from "../../core/mail/mail.ts";
import { deleteAll, type Storage } from "../../core/storage/storage.ts";
import { GLOBAL } from "../../core/tenancy.ts";
import { unix } from "../../core/time.ts";
import { defineWorkflow } from "../../core/workflow.ts";
import { reasonFor } from "../../core/workflow-failure.ts";
import { maxZipBytes, type ZipFile } from "../../core/zip.ts";
import { getUser } from "../auth/auth.public.ts";
import { notify } from "../notifications/notifications.public.ts";
import { closeExport, completeExport, findExport, listSoleWorkspaces, updateExportProgress } from "./privacy.repo.ts";
import {
	listAudioFiles,
	listIsolationFiles,
	listPersonalRows,
	listPersonalTables,
	listStudioRecordings,
	listTranscriptAudio,
	listUploadFiles,
	type PersonalTable,
} from "./privacy.tables.repo.ts";

export type DataExportServices = { db: Database; storage: Storage; mail: MailSettings; publicUrl: string };
type Job = { userId: string; exportId: string; keepSeconds: number };
/** `more`: the objects after the first of a file that is stored in parts. */
type AudioFile = { name: string; key: string; more?: string[]; dateUnix: number };
/** Stored in the workflow journal, so field names must not change. */
type Plan = { tables: string[]; sounds: AudioFile[][]; leftOut: string[]; workspaceIds: string[] };
type Part = ArchivePart & { cancelled: boolean };

/** Tables with user or workspace ids that are not exported, each with its reason. */
export const excludedTables: Readonly<Record<string, string>> = {
	credit_paid_take: "hashes of cached sentences without their text; the sentences are in history_item",
	single_use_token: "short-lived tokens; only their hashes are stored",
};

/** Never exported: an archive must not contain credentials. */
const secretColumn =
	/(^|_)(hash|tokens?|secrets?|password|backup_codes|private_key)($|_)|^(oidc_config|saml_config|request_headers)$/;

function exportedColumns(table: PersonalTable): string[] {
	return table.columns.filter((column) => !secretColumn.test(column));
}

const filesPerPart = 25;
const rowsPerPage = 1_000;
/** Rows of a transcript have all of its words: about a megabyte per hour. */
const pageSizes: Record<string, number> = { transcript: 20 };
/** With a margin, because sizes are estimates. */
const maxAudioBytes = maxZipBytes * 0.8;

/**
 * Exports all rows and audio of a user in parts, joins them, notifies the user, and deletes the archive when it
 * expires.
 */
export const dataExportWorkflow = defineWorkflow<Job, DataExportServices>({
	name: "PrivacyExport",
	input: z.object({ userId: z.string(), exportId: z.string(), keepSeconds: z.number() }),
	run: async (context, job, services) => {
		try {
			const plan = await context.step("plan", () => planExport(services, job));
			const written: Part[] = [];
			let cancelled = plan === null;
			const parts = plan === null ? [] : [plan.tables, ...plan.sounds];
			for (const number of parts.keys()) {
				const part = await context.step(`part ${number}`, () => writePart(services, job, plan as Plan, number));
				if (part.cancelled) {
					cancelled = true;
					break;
				}
				written.push(part);
			}
			const finished = !cancelled && (await context.step("join", () => joinParts(services, job, written)));
			await context.step("remove parts", () => deleteAll(services.storage, partFolder(job)));
			if (!finished) {
				await context.step("remove archive", () => services.storage.delete(archiveKey(job)));
				return;
			}
		} catch (error) {
			await context.outcome("give up", () => failExport(services, job, reasonFor(error, unexpected)));
			return;
		}
		await context.sleep(job.keepSeconds * 1000);
		await context.step("expire", () => expireExport(services, job));
	},
});

const unexpected = "Something went wrong. Try again.";

export const archiveFolder = (userId: string) => `privacy/${userId}/`;
const partFolder = (job: Job) => `${archiveFolder(job.userId)}${job.exportId}/`;
const partKey = (job: Job, number: number) => `${partFolder(job)}part-${number}`;
const archiveKey = (job: Job) => `${archiveFolder(job.userId)}${job.exportId}.zip`;

/** Null if canceled. */
async function planExport({ db, storage }: DataExportServices, { userId, exportId }: Job): Promise<Plan | null> {
	const workspaceIds = await listSoleWorkspaces(db, userId);
	const tables = (await listPersonalTables(db, GLOBAL))
		.map(({ name }) => name)
		.filter((name) => !(name in excludedTables));
	const files: AudioFile[] = [];
	const leftOut: string[] = [];
	let bytes = 0;
	const add = (file: AudioFile, size: number) => {
		bytes += size;
		if (bytes > maxAudioBytes) leftOut.push(file.name);
		else files.push(file);
	};
	for (const row of await listAudioFiles(db, { userId, workspaceIds })) {
		const name = `audio/${row.id}${/\.[a-z0-9]+$/.exec(row.audio_key)?.[0] ?? ""}`;
		add({ name, key: row.audio_key, dateUnix: unix(row.created_at) }, row.audio_bytes);
	}
	for (const { id, file_name, keys, received_bytes, created_at } of await listUploadFiles(db, {
		userId,
		workspaceIds,
	})) {
		const [key = "", ...more] = keys;
		add({ name: `uploads/${id}_${fileNameLong(file_name)}`, key, more, dateUnix: unix(created_at) }, received_bytes);
	}
	for (const { id, key, created_at } of await listTranscriptAudio(db, { userId, workspaceIds }))
		add({ name: `transcripts/${id}.mp3`, key, dateUnix: unix(created_at) }, (await storage.size(key)) ?? 0);
	for (const { id, files: stored, bytes: size, created_at } of await listIsolationFiles(db, { userId, workspaceIds }))
		for (const { name, key } of stored)
			add({ name: `isolations/${id}/${name}`, key, dateUnix: unix(created_at) }, size / stored.length);
	for (const { chapter_id, audio_key, audio_bytes, created_at } of await listStudioRecordings(db, {
		userId,
		workspaceIds,
	}))
		add({ name: `studio/${chapter_id}.mp3`, key: audio_key, dateUnix: unix(created_at) }, Number(audio_bytes));
	const parts: AudioFile[][] = [];
	for (let from = 0; from < files.length; from += filesPerPart) parts.push(files.slice(from, from + filesPerPart));
	// Plus one for the README.
	if (!(await updateExportProgress(db, userId, exportId, { done: 0, total: 1 + tables.length + files.length })))
		return null;
	return { tables, sounds: parts, leftOut, workspaceIds };
}

async function writePart(services: DataExportServices, job: Job, plan: Plan, number: number): Promise<Part> {
	const { db, storage } = services;
	const before = number === 0 ? 0 : 1 + plan.tables.length + (number - 1) * filesPerPart;
	if (!(await updateExportProgress(db, job.userId, job.exportId, { done: before })))
		return { cancelled: true, entries: [], bytes: 0 };
	const files = number === 0 ? tableFiles(services, job, plan) : audioFiles(storage, plan.sounds[number - 1] ?? []);
	const written = await writeArchivePart(storage, partKey(job, number), files);
	const after = number === 0 ? 1 + plan.tables.length : before + (plan.sounds[number - 1]?.length ?? 0);
	await updateExportProgress(db, job.userId, job.exportId, { done: after });
	return { cancelled: false, ...written };
}

async function* audioFiles(storage: Storage, files: readonly AudioFile[]): AsyncGenerator<ZipFile> {
	for (const { name, key, more = [], dateUnix } of files) {
		const object = await storage.get(key);
		// Deleted in the meantime; the row is gone or marked too.
		if (object) yield { name, dateUnix, body: joined(storage, object.body, more) };
	}
}

async function* joined(
	storage: Storage,
	first: AsyncIterable<Uint8Array>,
	keys: readonly string[],
): AsyncGenerator<Uint8Array> {
	yield* first;
	for (const key of keys) yield* (await storage.get(key))?.body ?? [];
}

async function* tableFiles({ db }: DataExportServices, { userId }: Job, plan: Plan): AsyncGenerator<ZipFile> {
	const dateUnix = unix(new Date());
	yield { name: "README.txt", dateUnix, body: toBytes([readme(plan)]) };
	for (const table of await listPersonalTables(db, GLOBAL)) {
		if (!plan.tables.includes(table.name)) continue;
		const rows = jsonRows(db, table, { userId, workspaceIds: plan.workspaceIds });
		yield { name: `data/${table.name}.json`, dateUnix, body: rows };
	}
}

async function* jsonRows(
	db: Database,
	table: PersonalTable,
	owner: { userId: string; workspaceIds: readonly string[] },
): AsyncGenerator<Uint8Array> {
	const columns = exportedColumns(table);
	yield Buffer.from("[");
	const limit = pageSizes[table.name] ?? rowsPerPage;
	let offset = 0;
	for (let more = columns.length > 0; more; ) {
		const rows = await listPersonalRows(db, owner, table, { columns, offset, limit });
		const lines = rows.map((row, i) => `${offset + i === 0 ? "\n" : ",\n"}${JSON.stringify(row)}`);
		if (lines.length > 0) yield Buffer.from(lines.join(""));
		offset += rows.length;
		more = rows.length === limit;
	}
	yield Buffer.from("\n]\n");
}

async function* toBytes(texts: readonly string[]): AsyncGenerator<Uint8Array> {
	for (const text of texts) yield Buffer.from(text);
}

function readme({ leftOut }: Plan): string {
	return [
		"All data this server stores about you.",
		"",
		"data/   one JSON file per table: rows with your id, and all rows of workspaces only you use.",
		"audio/  the audio in your history; file names are the ids in data/history_item.json.",
		"transcripts/  the recordings of your transcripts; file names are the ids in data/transcript.json.",
		"isolations/  recordings whose noise was removed, before and after.",
		"uploads/  files that you uploaded and that are not deleted yet, as far as they were stored.",
		"",
		"Not included: passwords, keys and other secrets, which are stored hashed or encrypted; and",
		...Object.entries(excludedTables).map(([table, reason]) => `  ${table}: ${reason}.`),
		...(leftOut.length === 0
			? []
			: [
					"",
					"An archive holds up to 3.4 GB. These files did not fit; download what is in your history there:",
					...leftOut,
				]),
		"",
	].join("\n");
}

/** Returns false if canceled; any archive must then be deleted. */
async function joinParts(
	{ db, storage, mail, publicUrl }: DataExportServices,
	job: Job,
	parts: readonly ArchivePart[],
): Promise<boolean> {
	const { userId, exportId, keepSeconds } = job;
	const current = await findExport(db, userId, exportId);
	// Interrupted after completion: don't repeat it.
	if (current?.status === "done") return true;
	if (current?.status !== "running") return false;
	const key = archiveKey(job);
	const keyed = parts.map((part, number) => ({ ...part, key: partKey(job, number) }));
	const bytes = await joinArchiveParts(storage, key, keyed);
	return db.transaction().execute(async (tx) => {
		if (!(await completeExport(tx, userId, exportId, { key, bytes, keepSeconds }))) return false;
		const user = await getUser(tx, userId);
		const days = Math.round(keepSeconds / 86_400);
		await notify(tx, {
			userId,
			topic: "exports",
			severity: "success",
			title: "Your data is ready",
			description: `Your data export can be downloaded for ${days} days.`,
			link: "/app/settings/privacy",
			cause: `data-export:${exportId}`,
		});
		if (user)
			await queueMail(tx, mail, {
				to: user.email,
				subject: "Your data is ready",
				text: `Your data export is ready. Sign in to download it:\n\n${publicUrl}/app/settings/privacy\n\nIt is available for ${days} days, and only you can download it. If you didn't request it, change your password and sign out of your other sessions.\n`,
			});
		return true;
	});
}

async function expireExport({ db, storage }: DataExportServices, job: Job): Promise<void> {
	// Delete the file first, so an expired archive is never left behind.
	await storage.delete(archiveKey(job));
	await closeExport(db, job.userId, job.exportId, "expired", ["done"]);
}

async function failExport({ db, storage }: DataExportServices, job: Job, reason: string): Promise<void> {
	await deleteAll(storage, partFolder(job));
	await storage.delete(archiveKey(job));
	await closeExport(db, job.userId, job.exportId, "failed", ["waiting", "running", "done"], reason);
}
