// Workspace secrets.
// Invariant: values are stored encrypted and never appear in a response or a log.
import type { developersEndpoints } from "@timbre/contract/developers/endpoints.ts";
import type { ListedSecret, StoredSecret } from "@timbre/contract/developers/secrets.ts";
import type { InputOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import type { Database, Db } from "@timbre/db/connect.ts";
import type { Context } from "../../../core/http/context.ts";
import { newId } from "../../../core/ids.ts";
import { encrypt } from "../../../core/security/encryption.ts";
import { recordAudit } from "../../workspace/workspace.audit.public.ts";
import { deleteSecretRow, findSecret, insertSecret, listSecretRows, updateSecretRow } from "./secrets.repo.ts";

export type SecretDeps = {
	db: Database;
	/** The encryption key. */
	secret: string;
};

type NewSecret = InputOf<typeof developersEndpoints.createSecret>["body"];
type Page = InputOf<typeof developersEndpoints.listSecrets>["query"];

const encryptionPurpose = "workspace secret";
const maxSecrets = 500;

export async function createSecret(
	deps: SecretDeps,
	context: Context,
	{ name, value }: NewSecret,
): Promise<StoredSecret> {
	const id = newId();
	await deps.db.transaction().execute(async (tx) => {
		const secret = { id, name, sealed: encrypt(deps.secret, encryptionPurpose, value), createdBy: context.userId };
		if (!(await insertSecret(tx, context.workspaceId, secret, maxSecrets)))
			throw new AppError("conflict", `A workspace can have at most ${maxSecrets} secrets. Delete one first.`);
		await record(tx, context, "create", id, name);
	});
	return { type: "stored", secret_id: id, name };
}

export async function listSecrets(
	{ db }: SecretDeps,
	context: Context,
	{ cursor, search, page_size }: Page,
): Promise<{ secrets: ListedSecret[]; next_cursor: string | null }> {
	const rows = await listSecretRows(db, context.workspaceId, {
		...(cursor === undefined ? {} : { after: cursor }),
		...(search === undefined ? {} : { search }),
		size: page_size + 1,
	});
	const shown = rows.slice(0, page_size);
	return {
		secrets: shown.map(presentSecret),
		next_cursor: rows.length > shown.length ? (shown.at(-1)?.id ?? null) : null,
	};
}

export async function getSecret({ db }: SecretDeps, context: Context, id: string): Promise<ListedSecret> {
	const row = await findSecret(db, context.workspaceId, id);
	if (!row) throw secretNotFound();
	return presentSecret(row);
}

export async function updateSecret(
	deps: SecretDeps,
	context: Context,
	id: string,
	{ name, value }: Pick<NewSecret, "name" | "value">,
): Promise<StoredSecret> {
	await deps.db.transaction().execute(async (tx) => {
		const sealed = encrypt(deps.secret, encryptionPurpose, value);
		if (!(await updateSecretRow(tx, context.workspaceId, id, { name, sealed }))) throw secretNotFound();
		await record(tx, context, "update", id, name);
	});
	return { type: "stored", secret_id: id, name };
}

export async function deleteSecret({ db }: SecretDeps, context: Context, id: string): Promise<void> {
	await db.transaction().execute(async (tx) => {
		const name = await deleteSecretRow(tx, context.workspaceId, id);
		if (name === undefined) throw secretNotFound();
		await record(tx, context, "delete", id, name);
	});
}

function presentSecret({ id, name }: { id: string; name: string }): ListedSecret {
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

const secretNotFound = () => new AppError("not_found", "Secret not found.");

async function record(tx: Db, context: Context, activity: string, id: string, name: string): Promise<void> {
	const details = { secret: name };
	await recordAudit(tx, context, {
		className: "workspace_settings",
		activity: `secret_${activity}`,
		target: id,
		details,
	});
}
