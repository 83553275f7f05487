import type { Database } from "@timbre/db/connect.ts";
import { z } from "zod";
import { type MailSettings, queueMail } from "../../core/mail.ts";
import { removeAll, type Storage } from "../../core/storage.ts";
import { defineWorkflow } from "../../core/workflow.ts";
import { getUser } from "../auth/auth.public.ts";
import { maxZipBytes, type ZipEntry, type ZipFile, zipDirectory, zipRecord } from "../files/files.public.ts";
import { notify } from "../notifications/notifications.public.ts";
import { endExport, findExport, finishExport, listSoleWorkspaces, noteExport } from "./privacy.repo.ts";
import { listPersonalTables, listSounds, type PersonalTable, readPersonalRows } from "./privacy.tables.repo.ts";

export type DataExportServices = { db: Database; storage: Storage; mail: MailSettings; publicUrl: string };
type Job = { userId: string; exportId: string; keepSeconds: number };
type Sound = { name: string; key: string; dateUnix: number };
type Plan = { tables: string[]; sounds: Sound[][]; leftOut: string[]; workspaceIds: string[] };
type Part = { cancelled: boolean; entries: ZipEntry[]; bytes: number };

/** Tables that name a person or a workspace and are not in the archive, each with its reason. */
export const notExported: Readonly<Record<string, string>> = {
	credit_paid_take: "names of kept sentences, without their words; the sentences themselves are in history_item",
	single_use_token: "keys of a few minutes; only their hashes are kept",
};

/** Never in an archive: whoever finds it must not be able to sign in with it. */
const secretColumn =
	/(^|_)(hash|tokens?|secrets?|password|backup_codes|private_key)($|_)|^(oidc_config|saml_config|request_headers)$/;

function exportedColumns(table: PersonalTable): string[] {
	return table.columns.filter((column) => !secretColumn.test(column));
}

const partSounds = 25;
const pageRows = 1_000;
/** What is estimated is left some room to be wrong. */
const maxSoundBytes = maxZipBytes * 0.8;

/** Packs every row and every sound of a person in parts that are never made twice, joins them, tells the person, and removes it in time. */
export const dataExportWorkflow = defineWorkflow<Job, DataExportServices>({
	name: "PrivacyExport",
	input: z.object({ userId: z.string(), exportId: z.string(), keepSeconds: z.number() }),
	run: async (context, job, services) => {
		try {
			const plan = await context.step("plan", () => planExport(services, job));
			const entries: ZipEntry[] = [];
			let offset = 0;
			let cancelled = plan === null;
			const parts = plan === null ? [] : [plan.tables, ...plan.sounds];
			for (const number of parts.keys()) {
				const part = await context.step(`part ${number}`, () => writePart(services, job, plan as Plan, number));
				if (part.cancelled) {
					cancelled = true;
					break;
				}
				const start = offset;
				entries.push(...part.entries.map((entry) => ({ ...entry, offset: entry.offset + start })));
				offset += part.bytes;
			}
			const finished =
				!cancelled &&
				(await context.step("join", () => joinParts(services, job, { parts: parts.length, entries, offset })));
			await context.step("remove parts", () => removeAll(services.storage, partFolder(job)));
			if (!finished) {
				await context.step("remove archive", () => services.storage.remove(archiveKey(job)));
				return;
			}
		} catch {
			// Tried often enough; the step's own log line says why.
			await context.step("give up", () => giveUp(services, job));
			return;
		}
		await context.sleep(job.keepSeconds * 1000);
		await context.step("expire", () => expire(services, job));
	},
});

export const archiveFolder = (userId: string) => `privacy/${userId}/`;
const partFolder = (job: Job) => `${archiveFolder(job.userId)}${job.exportId}/`;
const partKey = (job: Job, number: number) => `${partFolder(job)}part-${number}`;
const archiveKey = (job: Job) => `${archiveFolder(job.userId)}${job.exportId}.zip`;

/** Null when it is not wanted any more. */
async function planExport({ db }: DataExportServices, { userId, exportId }: Job): Promise<Plan | null> {
	const workspaceIds = await listSoleWorkspaces(db, userId);
	const tables = (await listPersonalTables(db)).map(({ name }) => name).filter((name) => !(name in notExported));
	const sounds: Sound[] = [];
	const leftOut: string[] = [];
	let bytes = 0;
	for (const row of await listSounds(db, { userId, workspaceIds })) {
		const name = `audio/${row.id}${/\.[a-z0-9]+$/.exec(row.audio_key)?.[0] ?? ""}`;
		bytes += row.audio_bytes;
		if (bytes > maxSoundBytes) leftOut.push(name);
		else sounds.push({ name, key: row.audio_key, dateUnix: unix(row.created_at) });
	}
	const parts: Sound[][] = [];
	for (let from = 0; from < sounds.length; from += partSounds) parts.push(sounds.slice(from, from + partSounds));
	// The words about the archive are a file too.
	if (!(await noteExport(db, userId, exportId, { done: 0, total: 1 + tables.length + sounds.length }))) return null;
	return { tables, sounds: parts, leftOut, workspaceIds };
}

async function writePart(services: DataExportServices, job: Job, plan: Plan, number: number): Promise<Part> {
	const { db, storage } = services;
	const before = number === 0 ? 0 : 1 + plan.tables.length + (number - 1) * partSounds;
	if (!(await noteExport(db, job.userId, job.exportId, { done: before })))
		return { cancelled: true, entries: [], bytes: 0 };
	const entries: ZipEntry[] = [];
	const files = number === 0 ? tableFiles(services, job, plan) : soundFiles(storage, plan.sounds[number - 1] ?? []);
	async function* records(): AsyncGenerator<Uint8Array> {
		let offset = 0;
		for await (const file of files) {
			const record = zipRecord(file, offset);
			let next = await record.next();
			for (; !next.done; next = await record.next()) {
				offset += next.value.length;
				yield next.value;
			}
			entries.push(next.value);
		}
	}
	const bytes = await storage.putStream(partKey(job, number), records(), "application/octet-stream");
	const after = number === 0 ? 1 + plan.tables.length : before + (plan.sounds[number - 1]?.length ?? 0);
	await noteExport(db, job.userId, job.exportId, { done: after });
	return { cancelled: false, entries, bytes };
}

async function* soundFiles(storage: Storage, sounds: readonly Sound[]): AsyncGenerator<ZipFile> {
	for (const { name, key, dateUnix } of sounds) {
		const object = await storage.get(key);
		// Deleted since: the row says so too, or is gone as well.
		if (object) yield { name, dateUnix, body: object.body as AsyncIterable<Uint8Array> };
	}
}

async function* tableFiles({ db }: DataExportServices, { userId }: Job, plan: Plan): AsyncGenerator<ZipFile> {
	const dateUnix = unix(new Date());
	yield { name: "README.txt", dateUnix, body: bytesOf([readme(plan)]) };
	for (const table of await listPersonalTables(db)) {
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
	let offset = 0;
	for (let more = columns.length > 0; more; ) {
		const rows = await readPersonalRows(db, table, owner, { columns, offset, limit: pageRows });
		const lines = rows.map((row, i) => `${offset + i === 0 ? "\n" : ",\n"}${JSON.stringify(row)}`);
		if (lines.length > 0) yield Buffer.from(lines.join(""));
		offset += rows.length;
		more = rows.length === pageRows;
	}
	yield Buffer.from("\n]\n");
}

async function* bytesOf(texts: readonly string[]): AsyncGenerator<Uint8Array> {
	for (const text of texts) yield Buffer.from(text);
}

function readme({ leftOut }: Plan): string {
	return [
		"Everything this server keeps about you.",
		"",
		"data/   one file a table, as JSON: rows that carry your id, and all rows of workspaces that are yours alone.",
		"audio/  the sound of your history; the names are the ids in data/history_item.json.",
		"",
		"Not in it: passwords, keys and other secrets, which are kept as hashes or sealed; and",
		...Object.entries(notExported).map(([table, reason]) => `  ${table}: ${reason}.`),
		...(leftOut.length === 0
			? []
			: ["", "An archive holds 3.4 GB. These sounds did not fit; fetch them on the page History:", ...leftOut]),
		"",
	].join("\n");
}

/** False when it was cancelled: then there is no archive, or it is to be removed. */
async function joinParts(
	{ db, storage, mail, publicUrl }: DataExportServices,
	job: Job,
	{ parts, entries, offset }: { parts: number; entries: readonly ZipEntry[]; offset: number },
): Promise<boolean> {
	const { userId, exportId, keepSeconds } = job;
	const current = await findExport(db, userId, exportId);
	// Cut off after its last word was written: it is done, and must not be done again.
	if (current?.status === "done") return true;
	if (current?.status !== "running") return false;
	async function* archive(): AsyncGenerator<Uint8Array> {
		for (let number = 0; number < parts; number++) {
			const part = await storage.get(partKey(job, number));
			if (!part) throw new Error(`part ${number} of archive ${exportId} is gone from storage`);
			yield* part.body as AsyncIterable<Uint8Array>;
		}
		yield zipDirectory(entries, offset);
	}
	const key = archiveKey(job);
	const bytes = await storage.putStream(key, archive(), "application/zip");
	return db.transaction().execute(async (tx) => {
		if (!(await finishExport(tx, userId, exportId, { key, bytes, keepSeconds }))) return false;
		const user = await getUser(tx, userId);
		const days = Math.round(keepSeconds / 86_400);
		await notify(tx, {
			userId,
			severity: "success",
			title: "Your data is ready",
			description: `The archive with everything kept about you can be downloaded for ${days} days.`,
			needsAttention: true,
			link: "/app/settings/privacy",
			cause: `data-export:${exportId}`,
		});
		if (user)
			await queueMail(tx, mail, {
				to: user.email,
				subject: "Your data is ready",
				text: `The archive with everything that is kept about you is ready. Sign in to download it:\n\n${publicUrl}/app/settings/privacy\n\nIt is there for ${days} days, for you only. If you did not ask for it, change your password and end your other sessions.\n`,
			});
		return true;
	});
}

async function expire({ db, storage }: DataExportServices, job: Job): Promise<void> {
	// First the file: what is called expired is gone.
	await storage.remove(archiveKey(job));
	await endExport(db, job.userId, job.exportId, "expired", ["done"]);
}

async function giveUp({ db, storage }: DataExportServices, job: Job): Promise<void> {
	await removeAll(storage, partFolder(job));
	await storage.remove(archiveKey(job));
	await endExport(db, job.userId, job.exportId, "failed", ["waiting", "running", "done"]);
}

function unix(date: Date): number {
	return Math.floor(date.getTime() / 1000);
}
