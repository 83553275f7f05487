import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";

/**
 * What decides whether a voice may speak, of a voice `v`, what it was published as (`p`) and what it is a copy of (`src`). A copy speaks
 * as long as its original may, so the original's word is asked each time.
 */
export const standingColumns = sql`
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
				-- It ends with the account of whoever gave it, too.
				and c.given_by is not null and (c.expires_at is null or c.expires_at > now())
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

export const standingJoins = sql`
	left join voice_publication p on p.id = v.publication_id
	left join voice src on src.id = coalesce(v.source_voice_id, p.voice_id)
	left join voice_training training on training.voice_id = v.id`;

export type Standing = {
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

export type SpeakableRow = {
	id: string;
	engine: string;
	speaker: string;
	name: string;
	category: string;
	language: string;
	created_by: string | null;
	publication_id: string | null;
	/** Times the credits. */
	rate: number | null;
	settings: unknown;
	/** A copy whose owner has what others let it say looked at. */
	moderated: boolean;
	/** Null for a shipped voice, which nothing stops. */
	standing: Standing | null;
};

/** A shipped voice or one of the workspace. The shipped ones first: most are, and nothing has to be asked but for themselves. */
export async function findSpeakable(db: Db, workspaceId: string, id: string): Promise<SpeakableRow | undefined> {
	const shipped = await sql<Omit<SpeakableRow, "standing">>`
		select s.id, s.engine, s.speaker, s.name, 'premade' as category, s.language, null as created_by, null as publication_id,
			null as rate, kept.settings, false as moderated
		from shipped_voice s
		left join voice_setting kept on kept.workspace_id = ${workspaceId} and kept.voice_id = s.id
		where s.id = ${id}`.execute(db);
	if (shipped.rows[0]) return { ...shipped.rows[0], standing: null };
	const own = await sql<Omit<SpeakableRow, "standing"> & Standing>`
		select v.id, v.engine, v.speaker, v.name, v.category, v.language, v.created_by, v.publication_id,
			case when v.origin = 'library' then p.rate end as rate, kept.settings,
			v.origin = 'library' and coalesce(p.live_moderation_enabled, false) as moderated, ${standingColumns}
		from voice v ${standingJoins}
		left join voice_setting kept on kept.workspace_id = v.workspace_id and kept.voice_id = v.id
		where v.workspace_id = ${workspaceId} and v.id = ${id}`.execute(db);
	return own.rows[0] && { ...own.rows[0], standing: own.rows[0] };
}

/** Of voices that are being spoken, whosever they are. One that is missing is gone. */
export async function listStandings(db: Db, ids: readonly string[]): Promise<(Standing & { id: string })[]> {
	const { rows } = await sql<Standing & { id: string }>`
		select v.id, ${standingColumns} from voice v ${standingJoins} where v.id = any(${[...ids]}::text[])`.execute(db);
	return rows;
}

/** By the address of the clip alone, which its owner's list tells and nobody can guess. */
export async function findOwnPreview(db: Db, voiceId: string, language: string | undefined) {
	const { rows } = await sql<{ content_hash: string; audio_key: string; content_type: string } & Standing>`
		select clip.content_hash, clip.audio_key, clip.content_type, ${standingColumns}
		from voice_own_preview clip join voice v on v.id = clip.voice_id ${standingJoins}
		where clip.voice_id = ${voiceId} and ${language === undefined ? sql`true` : sql`clip.language = ${language}`}
		order by clip.language = v.language desc, clip.language limit 1`.execute(db);
	return rows[0];
}
