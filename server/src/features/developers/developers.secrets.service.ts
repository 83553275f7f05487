// Secrets of a workspace, for programs that act in its name. Always: kept sealed, and no answer and no log holds one.

import type { ListedSecret, StoredSecret } from "@timbre/contract/developers.secrets.ts";
import type { developersEndpoints } from "@timbre/contract/developers.ts";
import type { InputOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import type { Database, Db } from "@timbre/db/connect.ts";
import type { Context } from "../../core/context.ts";
import { newId } from "../../core/ids.ts";
import { seal } from "../../core/sealed.ts";
import { recordAct } from "../workspace/workspace.audit.public.ts";
import { deleteSecret, findSecret, insertSecret, listSecrets, updateSecret } from "./developers.secrets.repo.ts";

export type SecretDeps = {
	db: Database;
	/** Seals them. */
	secret: string;
};

type NewSecret = InputOf<typeof developersEndpoints.createSecret>["body"];
type Page = InputOf<typeof developersEndpoints.listSecrets>["query"];

const sealedFor = "workspace secret";
const mostSecrets = 500;

export async function makeSecret(
	deps: SecretDeps,
	context: Context,
	{ name, value }: NewSecret,
): Promise<StoredSecret> {
	const id = newId();
	await deps.db.transaction().execute(async (tx) => {
		const secret = { id, name, sealed: seal(deps.secret, sealedFor, value), createdBy: context.userId };
		if (!(await insertSecret(tx, context.workspaceId, secret, mostSecrets)))
			throw new AppError("conflict", `A workspace keeps at most ${mostSecrets} secrets. Remove one first.`);
		await record(tx, context, "create", id, name);
	});
	return { type: "stored", secret_id: id, name };
}

export async function readSecrets(
	{ db }: SecretDeps,
	context: Context,
	{ cursor, search, page_size }: Page,
): Promise<{ secrets: ListedSecret[]; next_cursor: string | null }> {
	const rows = await listSecrets(db, context.workspaceId, {
		...(cursor === undefined ? {} : { after: cursor }),
		...(search === undefined ? {} : { search }),
		size: page_size + 1,
	});
	const shown = rows.slice(0, page_size);
	return {
		secrets: shown.map(listed),
		next_cursor: rows.length > shown.length ? (shown.at(-1)?.id ?? null) : null,
	};
}

export async function readSecret({ db }: SecretDeps, context: Context, id: string): Promise<ListedSecret> {
	const row = await findSecret(db, context.workspaceId, id);
	if (!row) throw noSuchSecret();
	return listed(row);
}

export async function changeSecret(
	deps: SecretDeps,
	context: Context,
	id: string,
	{ name, value }: Pick<NewSecret, "name" | "value">,
): Promise<StoredSecret> {
	await deps.db.transaction().execute(async (tx) => {
		const sealed = seal(deps.secret, sealedFor, value);
		if (!(await updateSecret(tx, context.workspaceId, id, { name, sealed }))) throw noSuchSecret();
		await record(tx, context, "update", id, name);
	});
	return { type: "stored", secret_id: id, name };
}

export async function removeSecret({ db }: SecretDeps, context: Context, id: string): Promise<void> {
	await db.transaction().execute(async (tx) => {
		const name = await deleteSecret(tx, context.workspaceId, id);
		if (name === undefined) throw noSuchSecret();
		await record(tx, context, "delete", id, name);
	});
}

function listed({ id, name }: { id: string; name: string }): ListedSecret {
	return {
		type: "stored",
		secret_id: id,
		name,
		used_by: {
			tools: [],
			tools_has_more: false,
			agents: [],
			agents_has_more: false,
			phone_numbers: [],
			phone_numbers_has_more: false,
			mcp_servers: [],
			others: [],
		},
	};
}

const noSuchSecret = () => new AppError("not_found", "There is no such secret.");

async function record(tx: Db, context: Context, activity: string, id: string, name: string): Promise<void> {
	const details = { secret: name };
	await recordAct(tx, context, {
		className: "workspace_settings",
		activity: `secret_${activity}`,
		target: id,
		details,
	});
}
