import type { ConsentScope } from "@timbre/contract/voice-making/cloning.ts";
import type { ConsentLanguage } from "@timbre/contract/voice-making/rules.ts";
import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";
import type { Global } from "../../../core/tenancy.ts";

export type ConsentLinkRow = {
	id: string;
	workspace_id: string;
	voice_id: string;
	created_by: string | null;
	scope: ConsentScope[];
	purpose: string;
	language: ConsentLanguage;
	email: string | null;
	created_at: Date;
	expires_at: Date;
	expired: boolean;
	revoked_at: Date | null;
	given_at: Date | null;
	refused_at: Date | null;
	/** Whether the consent that was given with the link was revoked later. */
	consent_revoked: boolean;
};

const columns = sql`
	link.id, link.workspace_id, link.voice_id, link.created_by, link.scope, link.purpose, link.language, link.email,
	link.created_at, link.expires_at, link.expires_at <= now() as expired, link.revoked_at, link.given_at, link.refused_at,
	exists (
		select from voice_consent consent where consent.link_id = link.id and consent.revoked_at is not null
	) as consent_revoked`;

/** Waiting for a decision. */
const waiting = sql`given_at is null and refused_at is null and revoked_at is null and expires_at > now()`;

export async function insertLink(
	db: Db,
	workspaceId: string,
	link: {
		id: string;
		voiceId: string;
		userId: string;
		tokenHash: Buffer;
		scope: readonly ConsentScope[];
		purpose: string;
		language: ConsentLanguage;
		email: string | null;
		days: number;
	},
): Promise<void> {
	await db
		.insertInto("voice_consent_link")
		.values({
			id: link.id,
			workspace_id: workspaceId,
			voice_id: link.voiceId,
			created_by: link.userId,
			token_hash: link.tokenHash,
			scope: [...link.scope],
			purpose: link.purpose,
			language: link.language,
			email: link.email,
			expires_at: sql`now() + make_interval(days => ${link.days})`,
		})
		.execute();
}

export async function listLinks(
	db: Db,
	workspaceId: string,
	voiceId: string,
	limit: number,
): Promise<ConsentLinkRow[]> {
	const { rows } = await sql<ConsentLinkRow>`
		select ${columns} from voice_consent_link link
		where link.workspace_id = ${workspaceId} and link.voice_id = ${voiceId}
		order by link.created_at desc, link.id limit ${limit}`.execute(db);
	return rows;
}

export async function findLink(
	db: Db,
	workspaceId: string,
	voiceId: string,
	id: string,
): Promise<ConsentLinkRow | undefined> {
	const { rows } = await sql<ConsentLinkRow>`
		select ${columns} from voice_consent_link link
		where link.workspace_id = ${workspaceId} and link.voice_id = ${voiceId} and link.id = ${id}`.execute(db);
	return rows[0];
}

export type OpenedLinkRow = ConsentLinkRow & {
	voice_name: string;
	workspace_name: string;
	requested_by: string | null;
	consent_scope: ConsentScope[] | null;
	consent_given_at: Date | null;
	consent_expires_at: Date | null;
};

/** Without a workspace by design: whoever has the token of a link may see what it asks for. */
export async function findLinkByHash(db: Db, _scope: Global, tokenHash: Buffer): Promise<OpenedLinkRow | undefined> {
	const { rows } = await sql<OpenedLinkRow>`
		select ${columns}, voice.name as voice_name, workspace.name as workspace_name, requester.name as requested_by,
			given.scope as consent_scope, given.given_at as consent_given_at, given.expires_at as consent_expires_at
		from voice_consent_link link
		join voice on voice.id = link.voice_id
		join workspace on workspace.id = link.workspace_id
		left join auth_user requester on requester.id = link.created_by
		left join voice_consent given on given.link_id = link.id and given.revoked_at is null
		where link.token_hash = ${tokenHash}`.execute(db);
	return rows[0];
}

/** Revokes the links of a voice that wait for a decision: all of them, or one. Returns how many there were. */
export async function revokeWaitingLinks(db: Db, workspaceId: string, voiceId: string, id?: string): Promise<number> {
	const revoked = await db
		.updateTable("voice_consent_link")
		.set({ revoked_at: sql`now()` })
		.where("workspace_id", "=", workspaceId)
		.where("voice_id", "=", voiceId)
		.$if(id !== undefined, (query) => query.where("id", "=", id as string))
		.where(sql<boolean>`${waiting}`)
		.executeTakeFirst();
	return Number(revoked.numUpdatedRows);
}

/** Records the speaker's decision. Returns false if the link no longer waits for one, so each link decides once. */
export async function decideLink(
	db: Db,
	workspaceId: string,
	id: string,
	decision: "given" | "refused",
): Promise<boolean> {
	const decided = await db
		.updateTable("voice_consent_link")
		.set(decision === "given" ? { given_at: sql`now()` } : { refused_at: sql`now()` })
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.where(sql<boolean>`${waiting}`)
		.executeTakeFirst();
	return decided.numUpdatedRows > 0n;
}
