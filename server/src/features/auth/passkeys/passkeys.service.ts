// Passkeys of the current user. The identity library creates and verifies them.
// Invariant: adding and removing one requires proof that the user is present, and sends an email.
import { getAuthenticatorName } from "@better-auth/passkey";
import type { authEndpoints } from "@timbre/contract/auth/endpoints.ts";
import { maxPasskeys } from "@timbre/contract/auth/rules.ts";
import type { InputOf, ResponseOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import type { Context } from "../../../core/http/context.ts";
import { queueMail } from "../../../core/mail/mail.ts";
import { deviceName } from "../../../core/security/device-name.ts";
import { unix } from "../../../core/time.ts";
import {
	type AuthDeps,
	forwardCookies,
	libraryHeaders,
	requirePresence,
	requireSession,
	withAppErrors,
} from "../auth.shared.service.ts";
import { passkeyAddedMail, passkeyRemovedMail } from "../email/mails.present.ts";
import { domainOf } from "../sso/sso.service.ts";
import { findUser, hasPassword } from "../users/users.repo.ts";
import { deletePasskeyRow, findPasskey, listPasskeyRows, type PasskeyRow, updatePasskeyName } from "./passkeys.repo.ts";

type Endpoints = typeof authEndpoints;
type Body<Name extends keyof Endpoints> = InputOf<Endpoints[Name]>["body"];

const notFound = () => new AppError("passkey_not_found", "You have no passkey with this id.");

export async function listPasskeys({ db }: AuthDeps, context: Context): Promise<ResponseOf<Endpoints["listPasskeys"]>> {
	requireSession(context);
	const [rows, requiresPassword] = await Promise.all([
		listPasskeyRows(db, context.userId),
		hasPassword(db, context.userId),
	]);
	return { passkeys: rows.map(present), requires_password: requiresPassword };
}

/** Returns what the browser needs to create a passkey. */
export async function beginPasskey(
	deps: AuthDeps,
	context: Context,
	{ password }: Body<"beginPasskey">,
): Promise<ResponseOf<Endpoints["beginPasskey"]>> {
	requireSession(context);
	const user = await requirePresence(deps, context, password);
	const domain = domainOf(user.email);
	if (await deps.isSsoRequired(domain))
		throw new AppError("conflict", `Users at ${domain} sign in through their organization, so passkeys can't be used.`);
	await requireRoom(deps, context.userId);
	const call = deps.auth.api.generatePasskeyRegistrationOptions({
		query: {},
		headers: libraryHeaders(context),
		returnHeaders: true,
	});
	return { options: { ...(await forwardCookies(context, call)) } };
}

async function requireRoom({ db }: AuthDeps, userId: string): Promise<void> {
	if ((await listPasskeyRows(db, userId)).length >= maxPasskeys)
		throw new AppError("conflict", `You can have up to ${maxPasskeys} passkeys. Delete one you no longer use.`);
}

export async function createPasskey(
	deps: AuthDeps,
	context: Context,
	{ name, credential }: Body<"createPasskey">,
): Promise<ResponseOf<Endpoints["createPasskey"]>> {
	requireSession(context);
	await requireRoom(deps, context.userId);
	const created = await withAppErrors(
		deps.auth.api.verifyPasskeyRegistration({
			body: { response: credential, name: name ?? deviceName(context.headers["user-agent"] ?? null) },
			headers: libraryHeaders(context),
		}),
	);
	const provider = name === undefined ? getAuthenticatorName(created.aaguid) : undefined;
	if (provider !== undefined) await updatePasskeyName(deps.db, context.userId, created.id, provider);
	const row = await findPasskey(deps.db, context.userId, created.id);
	if (!row) throw notFound();
	await notify(deps, context.userId, passkeyAddedMail(deps.publicUrl, row.name));
	return present(row);
}

export async function updatePasskey(
	{ db }: AuthDeps,
	context: Context,
	id: string,
	{ name }: Body<"updatePasskey">,
): Promise<ResponseOf<Endpoints["updatePasskey"]>> {
	if (!(await findPasskey(db, context.userId, id))) throw notFound();
	requireSession(context);
	const row = await updatePasskeyName(db, context.userId, id, name);
	if (!row) throw notFound();
	return present(row);
}

export async function deletePasskey(
	deps: AuthDeps,
	context: Context,
	id: string,
	{ password }: Body<"deletePasskey">,
): Promise<ResponseOf<Endpoints["deletePasskey"]>> {
	if (!(await findPasskey(deps.db, context.userId, id))) throw notFound();
	requireSession(context);
	await requirePresence(deps, context, password);
	const row = await deletePasskeyRow(deps.db, context.userId, id);
	if (!row) throw notFound();
	await notify(deps, context.userId, passkeyRemovedMail(deps.publicUrl, row.name));
	return { status: "ok" };
}

async function notify({ db, mail }: AuthDeps, userId: string, content: ReturnType<typeof passkeyAddedMail>) {
	const user = await findUser(db, userId);
	if (user) await db.transaction().execute((tx) => queueMail(tx, mail, { to: user.email, ...content }));
}

function present(row: PasskeyRow) {
	return {
		passkey_id: row.id,
		name: row.name,
		synced: row.backed_up,
		created_at_unix: unix(row.created_at),
		last_used_at_unix: row.last_used_at && unix(row.last_used_at),
	};
}
