// The cast of a project: its characters, each with a voice that all of its lines have.
// Invariant: lines name their character, never its voice, so a new voice of a character changes all of them at once.
import type { InputOf, ResponseOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import type { castEndpoints } from "@timbre/contract/studio/cast.ts";
import type { Cast, Character } from "@timbre/contract/studio/cast-schemas.ts";
import { maxCharacterAliases, maxCharacters } from "@timbre/contract/studio/rules.ts";
import type { Database, Db } from "@timbre/db/connect.ts";
import { addToOutbox } from "../../../core/events/outbox.repo.ts";
import { newId } from "../../../core/ids.ts";
import { GLOBAL } from "../../../core/tenancy.ts";
import { listChapterRows } from "../chapters/chapters.repo.ts";
import { replaceCharacter } from "../document/blocks.ts";
import { changeDocument } from "../document/document.service.ts";
import { requireProject } from "../projects/access.service.ts";
import { lockProject } from "../projects/projects.repo.ts";
import { requireStudioVoice } from "../projects/voices.service.ts";
import type { StudioCaller } from "../types.ts";
import { characterNotFound, presentCast, presentCharacter } from "./cast.present.ts";
import {
	beginCast,
	type CharacterRow,
	deleteCharacterRow,
	findCast,
	findCharacter,
	insertCharacter,
	listCharacterRows,
	updateCharacterRow,
} from "./cast.repo.ts";
import { castWorkflow } from "./cast.workflow.ts";
import { countLines } from "./lines.service.ts";

type Endpoints = typeof castEndpoints;

export async function getCast(db: Database, caller: StudioCaller, projectId: string): Promise<Cast> {
	const { workspaceId } = caller;
	await requireProject(db, caller, projectId, "read");
	const chapters = await listChapterRows(db, workspaceId, projectId);
	return presentCast(await findCast(db, workspaceId, projectId), await listCharacterRows(db, workspaceId, projectId), {
		lines: await countLines(db, workspaceId, projectId),
		unsureLines: chapters.reduce((sum, { unsure_lines }) => sum + unsure_lines, 0),
	});
}

export async function startCast(
	db: Database,
	caller: StudioCaller,
	projectId: string,
	{ assign_voices }: InputOf<Endpoints["findSpeakers"]>["body"],
): Promise<Cast> {
	await requireProject(db, caller, projectId, "edit");
	await db.transaction().execute(async (tx) => {
		if (!(await queueCast(tx, caller.workspaceId, projectId, assign_voices)))
			throw new AppError("conflict", "Speakers are being looked for already. Wait until that is done.");
	});
	return getCast(db, caller, projectId);
}

/** False if speakers are being looked for already. Call it in a transaction. */
export async function queueCast(
	tx: Db,
	workspaceId: string,
	projectId: string,
	assignVoices: boolean,
): Promise<boolean> {
	const runId = newId();
	if (!(await beginCast(tx, workspaceId, projectId, runId))) return false;
	await addToOutbox(tx, GLOBAL, {
		target: castWorkflow.name,
		key: runId,
		payload: { workspaceId, projectId, runId, assignVoices },
	});
	return true;
}

export async function createCharacter(
	db: Database,
	caller: StudioCaller,
	projectId: string,
	{ name, gender, voice_id }: InputOf<Endpoints["createCharacter"]>["body"],
): Promise<Character> {
	const { workspaceId } = caller;
	await requireProject(db, caller, projectId, "edit");
	if (voice_id) await requireStudioVoice(db, caller, voice_id);
	const id = newId();
	await db.transaction().execute(async (tx) => {
		await lockProject(tx, workspaceId, projectId);
		if ((await listCharacterRows(tx, workspaceId, projectId)).length >= maxCharacters)
			throw new AppError("character_limit_reached", `A project can have at most ${maxCharacters} characters.`);
		await insertCharacter(tx, workspaceId, {
			id,
			projectId,
			name,
			aliases: [],
			gender: gender ?? null,
			voiceId: voice_id ?? null,
		});
	});
	return present(db, workspaceId, projectId, id);
}

export async function updateCharacter(
	db: Database,
	caller: StudioCaller,
	{ project_id, character_id }: InputOf<Endpoints["updateCharacter"]>["params"],
	changes: InputOf<Endpoints["updateCharacter"]>["body"],
): Promise<Character> {
	const { workspaceId } = caller;
	await requireProject(db, caller, project_id, "edit");
	const row = await requireCharacter(db, workspaceId, project_id, character_id);
	if (changes.voice_id) await requireStudioVoice(db, caller, changes.voice_id);
	const { name, gender, voice_id } = changes;
	await updateCharacterRow(db, workspaceId, character_id, {
		// The text still calls the character by the old name.
		...(name === undefined ? {} : { name, aliases: withAliases(row.aliases, [row.name]) }),
		...(gender === undefined ? {} : { gender }),
		...(voice_id === undefined ? {} : { voice_id }),
	});
	return present(db, workspaceId, project_id, character_id);
}

export async function mergeCharacter(
	db: Database,
	caller: StudioCaller,
	{ project_id, character_id }: InputOf<Endpoints["mergeCharacter"]>["params"],
	into: string,
): Promise<Character> {
	const { workspaceId } = caller;
	await requireProject(db, caller, project_id, "edit");
	if (into === character_id)
		throw new AppError("invalid_request", "Choose another character to merge into.", { param: "into" });
	const from = await requireCharacter(db, workspaceId, project_id, character_id);
	const target = await requireCharacter(db, workspaceId, project_id, into);
	await db.transaction().execute(async (tx) => {
		await moveLines(tx, workspaceId, project_id, character_id, into);
		await updateCharacterRow(tx, workspaceId, into, {
			aliases: withAliases(target.aliases, [from.name, ...from.aliases]),
		});
		await deleteCharacterRow(tx, workspaceId, character_id);
	});
	return present(db, workspaceId, project_id, into);
}

export async function deleteCharacter(
	db: Database,
	caller: StudioCaller,
	{ project_id, character_id }: InputOf<Endpoints["deleteCharacter"]>["params"],
): Promise<ResponseOf<Endpoints["deleteCharacter"]>> {
	const { workspaceId } = caller;
	await requireProject(db, caller, project_id, "edit");
	await requireCharacter(db, workspaceId, project_id, character_id);
	await db.transaction().execute(async (tx) => {
		await moveLines(tx, workspaceId, project_id, character_id, undefined);
		await deleteCharacterRow(tx, workspaceId, character_id);
	});
	return { status: "ok" };
}

/** Gives all lines of a character to another one, or to nobody. */
async function moveLines(
	tx: Db,
	workspaceId: string,
	projectId: string,
	from: string,
	into: string | undefined,
): Promise<void> {
	await lockProject(tx, workspaceId, projectId);
	for (const { id, character_ids } of await listChapterRows(tx, workspaceId, projectId))
		if (character_ids.includes(from))
			await changeDocument(tx, workspaceId, id, (doc) => replaceCharacter(doc, from, into));
}

const withAliases = (aliases: readonly string[], more: readonly string[]): string[] =>
	[...new Set([...aliases, ...more])].slice(0, maxCharacterAliases);

async function requireCharacter(db: Db, workspaceId: string, projectId: string, id: string): Promise<CharacterRow> {
	const row = await findCharacter(db, workspaceId, projectId, id);
	if (!row) throw characterNotFound();
	return row;
}

async function present(db: Db, workspaceId: string, projectId: string, id: string): Promise<Character> {
	const row = await requireCharacter(db, workspaceId, projectId, id);
	return presentCharacter(row, (await countLines(db, workspaceId, projectId)).get(id) ?? 0);
}
