import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";
import { type VoiceSettings, voiceSettingColumns } from "../../../core/json-columns/voices.ts";
import type { Global } from "../../../core/tenancy.ts";

/**
 * Columns that decide whether a voice may be used, for a voice `v`, its publication `p` and the original `src` of a
 * copy. A copy is usable only while its original is, so the original is checked every time.
 */
export const statusColumns = sql`
	coalesce(v.safety_control, src.safety_control) as safety_control,
	coalesce(v.ban_reason, src.ban_reason) as ban_reason,
	coalesce(v.revoked_at, src.revoked_at) as revoked_at,
	-- As isUnverified of the contract has it; one from the library was verified by its owner.
	(v.verified_at is null and (v.requires_verification or (v.origin <> 'library' and exists (
		select from auth_profile maker_profile where maker_profile.user_id = v.created_by and maker_profile.probation_until > now()
	)))) as unverified,
	exists (select from voice_consent c where c.voice_id = coalesce(src.id, v.id))
		and not exists (
			select from voice_consent c where c.voice_id = coalesce(src.id, v.id) and c.revoked_at is null
				-- It ends with the account of whoever gave it, too. A speaker with a link has none.
				and (c.given_by is not null or c.link_id is not null) and (c.expires_at is null or c.expires_at > now())
		) as consent_over,
	coalesce(v.disable_at, p.disable_at) as disable_at,
	(
		v.disabled_at is not null
		or coalesce(coalesce(v.disable_at, p.disable_at) <= now(), false)
		or (v.origin = 'library' and p.id is null and src.id is null and v.disable_at is null)
		or (p.status = 'disabled' and v.origin = 'library' and coalesce(v.disable_at, p.disable_at) is null)
	) as out_of_use,
	v.engine is null or v.speaker is null as silent,
	training.state as training_state`;

export const statusJoins = sql`
	left join voice_publication p on p.id = v.publication_id
	left join voice src on src.id = coalesce(v.source_voice_id, p.voice_id)
	left join voice_training training on training.voice_id = v.id`;

export type VoiceStatus = {
	safety_control: "BAN" | "CAPTCHA" | null;
	ban_reason: string | null;
	revoked_at: Date | null;
	unverified: boolean;
	consent_over: boolean;
	disable_at: Date | null;
	out_of_use: boolean;
	silent: boolean;
	training_state: string | null;
};

export type UsableVoiceRow = {
	id: string;
	engine: string;
	speaker: string;
	name: string;
	category: string;
	language: string;
	gender: string | null;
	created_by: string | null;
	publication_id: string | null;
	/** Credit multiplier. */
	rate: number | null;
	settings: VoiceSettings | null;
	/** A copy whose owner requires live moderation. */
	moderated: boolean;
	/** Null for a shipped voice, which is always usable. */
	status: VoiceStatus | null;
};

/** A voice without stored settings has none to read. */
const readSettings = <Row extends { settings: unknown }>(row: Row) => ({
	...row,
	settings: row.settings === null ? null : voiceSettingColumns.settings.read(row.settings),
});

/**
 * A shipped voice or one of the workspace. Shipped voices first: they are the most common and need no further checks.
 */
export async function findUsableVoice(db: Db, workspaceId: string, id: string): Promise<UsableVoiceRow | undefined> {
	const shipped = await sql<Omit<UsableVoiceRow, "status">>`
		select s.id, s.engine, s.speaker, s.name, 'premade' as category, s.language, s.labels ->> 'gender' as gender, null as created_by, null as publication_id,
			null as rate, kept.settings, false as moderated
		from shipped_voice s
		left join voice_setting kept on kept.workspace_id = ${workspaceId} and kept.voice_id = s.id
		where s.id = ${id}`.execute(db);
	if (shipped.rows[0]) return { ...readSettings(shipped.rows[0]), status: null };
	const own = await sql<Omit<UsableVoiceRow, "status"> & VoiceStatus>`
		select v.id, v.engine, v.speaker, v.name, v.category, v.language, v.labels ->> 'gender' as gender, v.created_by, v.publication_id,
			case when v.origin = 'library' then p.rate end as rate, kept.settings,
			v.origin = 'library' and coalesce(p.live_moderation_enabled, false) as moderated, ${statusColumns}
		from voice v ${statusJoins}
		left join voice_setting kept on kept.workspace_id = v.workspace_id and kept.voice_id = v.id
		where v.workspace_id = ${workspaceId} and v.id = ${id}`.execute(db);
	return own.rows[0] && { ...readSettings(own.rows[0]), status: own.rows[0] };
}

/** Across workspaces by design: the status of voices in use. A missing row means the voice was deleted. */
export async function listVoiceStatuses(
	db: Db,
	_scope: Global,
	ids: readonly string[],
): Promise<(VoiceStatus & { id: string })[]> {
	const { rows } = await sql<VoiceStatus & { id: string }>`
		select v.id, ${statusColumns} from voice v ${statusJoins} where v.id = any(${[...ids]}::text[])`.execute(db);
	return rows;
}

/** Without a workspace by design: the preview URL is unguessable and only shown to people who can see the voice. */
export async function findOwnPreview(db: Db, _scope: Global, voiceId: string, language: string | undefined) {
	const { rows } = await sql<{ content_hash: string; audio_key: string; content_type: string } & VoiceStatus>`
		select clip.content_hash, clip.audio_key, clip.content_type, ${statusColumns}
		from voice_own_preview clip join voice v on v.id = clip.voice_id ${statusJoins}
		where clip.voice_id = ${voiceId} and ${language === undefined ? sql`true` : sql`clip.language = ${language}`}
		order by clip.language = v.language desc, clip.language limit 1`.execute(db);
	return rows[0];
}
