import type { Db } from "@timbre/db/connect.ts";
import { type RawBuilder, sql } from "kysely";
import { readRow } from "../../../core/json-columns/column.ts";
import {
	type OriginFacts,
	type ReaderRestriction,
	voiceColumns,
	voicePublicationColumns,
	voiceSampleColumns,
	voiceSettingColumns,
} from "../../../core/json-columns/voices.ts";
import type { Global } from "../../../core/tenancy.ts";
import { statusColumns, statusJoins, type VoiceStatus } from "../access/status.repo.ts";

/**
 * The current user. Without `everything`, they see their own voices, voices shared with them and library copies of the
 * workspace.
 */
export type Viewer = { userId: string; everything: boolean; shared: readonly string[] };

const visibleTo = ({ userId, everything, shared }: Viewer) =>
	everything
		? sql`true`
		: sql`(v.created_by = ${userId} or v.publication_id is not null or v.id = any(${[...shared]}::text[]))`;

/**
 * A search term: at least one lexeme must match, either a label ("gender:female") or a word in the texts of a voice.
 */
export type SearchTerm = { kind: string; lexemes: readonly string[] };

export type CatalogFilter = {
	terms?: readonly SearchTerm[];
	type?: string;
	category?: string;
	fineTuningState?: string;
	collectionId?: string;
	gender?: string;
	age?: string;
	accent?: string;
	languages?: readonly string[];
	useCases?: readonly string[];
	minNoticeDays?: number;
	customRates: boolean;
	liveModerated: boolean;
	highQuality: boolean;
	ids?: readonly string[];
	/** The whole name; case is ignored. */
	name?: string;
};
export type CatalogPage = {
	sort: "created" | "name";
	descending: boolean;
	after?: CatalogCursor;
	/** No limit if omitted. */
	limit?: number;
};
/** A position in the list: the sort key, and the id as tiebreaker. */
export type CatalogCursor = { key: string | number; tie: number; id: string };
export type CatalogRow = CatalogCursor & { own: boolean };

/** Ids of workspace and shipped voices in one ordered list. */
export async function listCatalog(
	db: Db,
	workspaceId: string,
	viewer: Viewer,
	filter: CatalogFilter,
	{ sort, descending, after, limit }: CatalogPage,
): Promise<CatalogRow[]> {
	const key = sort === "name" ? sql`lower(c.name) collate "C"` : sql`c.made`;
	// Shipped voices have no creation time; they keep the catalog order whichever direction the rest is sorted.
	const tie = sort === "name" ? sql`c.position * 0` : descending ? sql`-c.position` : sql`c.position`;
	const type = sql.raw(sort === "name" ? "text" : "bigint");
	const comparison = sql.raw(descending ? "<" : ">");
	const direction = sql.raw(descending ? "desc" : "asc");
	const conditions = [
		...catalogueConditions(workspaceId, viewer, filter),
		...(after
			? [sql`(${key}, ${tie}, c.id) ${comparison} (${after.key}::${type}, ${after.tie}::int, ${after.id}::text)`]
			: []),
	];
	const { rows } = await sql<CatalogRow>`
		${catalogue(workspaceId, viewer)}
		select c.id, c.own, ${key} as key, ${tie} as tie from catalogue c
		where ${all(conditions)}
		order by ${key} ${direction}, ${tie} ${direction}, c.id ${direction}
		${limit === undefined ? sql`` : sql`limit ${limit}`}`.execute(db);
	return rows;
}

export async function countCatalog(
	db: Db,
	workspaceId: string,
	viewer: Viewer,
	filter: CatalogFilter,
): Promise<number> {
	const { rows } = await sql<{ count: number }>`
		${catalogue(workspaceId, viewer)}
		select count(*)::int as count from catalogue c
		where ${all(catalogueConditions(workspaceId, viewer, filter))}`.execute(db);
	return rows[0]?.count ?? 0;
}

function catalogue(workspaceId: string, viewer: Viewer): RawBuilder<unknown> {
	return sql`with catalogue as (
		select v.id, true as own, v.name, v.description, v.category, v.labels, v.language, v.engine, v.created_by, v.origin,
			v.verified_at, (extract(epoch from v.created_at) * 1000000)::bigint as made, 0 as position,
			v.publication_id, p.notice_period_days, p.rate, p.live_moderation_enabled
		from voice v left join voice_publication p on p.id = v.publication_id
		where v.workspace_id = ${workspaceId} and ${visibleTo(viewer)}
		union all
		select s.id, false, s.name, s.description, 'premade', s.labels, s.language, s.engine, null, 'shipped',
			null, 0, s.position, null, null, null, null
		from shipped_voice s
	)`;
}

const all = (conditions: RawBuilder<unknown>[]) =>
	conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
const likePattern = (word: string) => `%${word.toLowerCase().replaceAll(/[\\%_]/g, "\\$&")}%`;
const lowercased = (texts: readonly string[]) => texts.map((text) => text.toLowerCase());
const label = (name: string) => sql`lower(c.labels ->> ${sql.lit(name)})`;

function catalogueConditions(workspaceId: string, viewer: Viewer, filter: CatalogFilter): RawBuilder<unknown>[] {
	const kept = sql`(
		exists (select from voice_favourite f where f.workspace_id = ${workspaceId} and f.user_id = ${viewer.userId} and f.voice_id = c.id)
		or exists (
			select from voice_collection_item i join voice_collection o on o.id = i.collection_id
			where i.voice_id = c.id and o.workspace_id = ${workspaceId} and o.user_id = ${viewer.userId}
		)
	)`;
	const types: Record<string, RawBuilder<unknown>> = {
		default: sql`not c.own`,
		community: sql`c.origin = 'library'`,
		personal: sql`(c.own and c.origin <> 'library' and c.created_by = ${viewer.userId})`,
		workspace: sql`(c.own and c.origin <> 'library' and c.created_by is distinct from ${viewer.userId})`,
		"non-default": sql`c.own`,
		"non-community": sql`c.origin <> 'library'`,
		saved: sql`(c.own or ${kept})`,
	};
	const ifSet = <T>(value: T | undefined, condition: (value: T) => RawBuilder<unknown>) =>
		value === undefined ? [] : [condition(value)];
	return [
		...(filter.terms ?? []).map(matchesTerm),
		...ifSet(filter.type, (type) => types[type] ?? sql`true`),
		...ifSet(filter.category, (category) => sql`c.category = ${category}`),
		...ifSet(filter.fineTuningState, fineTuning),
		...ifSet(
			filter.collectionId,
			(id) => sql`exists (select from voice_collection_item i where i.collection_id = ${id} and i.voice_id = c.id)`,
		),
		...ifSet(filter.gender, (gender) => sql`${label("gender")} = ${gender.toLowerCase()}`),
		...ifSet(filter.age, (age) => sql`${label("age")} = ${age.toLowerCase()}`),
		...ifSet(filter.accent, (accent) => sql`${label("accent")} = ${accent.toLowerCase()}`),
		...ifSet(
			filter.languages,
			(tags) =>
				sql`(lower(c.language) = any(${lowercased(tags)}::text[]) or lower(split_part(c.language, '-', 1)) = any(${lowercased(tags)}::text[]))`,
		),
		...ifSet(filter.useCases, (uses) => sql`${label("use_case")} = any(${lowercased(uses)}::text[])`),
		...ifSet(filter.minNoticeDays, (days) => sql`(c.publication_id is null or c.notice_period_days >= ${days})`),
		...(filter.customRates ? [] : [sql`coalesce(c.rate, 1) = 1`]),
		...(filter.liveModerated ? [] : [sql`not coalesce(c.live_moderation_enabled, false)`]),
		...(filter.highQuality ? [sql`(c.engine = 'kokoro' or c.labels ->> 'tier' = 'quality')`] : []),
		...ifSet(filter.name, (name) => sql`lower(c.name) = lower(${name})`),
		...ifSet(filter.ids, (ids) => sql`c.id = any(${[...ids]}::text[])`),
	];
}

/** All texts of a voice, lowercased and without diacritics. */
const texts = sql`regexp_replace(normalize(lower(concat_ws(' ', c.name, c.description, c.category, c.language,
	(select string_agg(value, ' ') from jsonb_each_text(c.labels)))), NFD), '[\u0300-\u036f]', '', 'g')`;

/**
 * Plain words match anywhere, so names can be incomplete. Words with a meaning match exactly: "male" must not match
 * "female".
 */
function matchesTerm({ kind, lexemes }: SearchTerm): RawBuilder<unknown> {
	const any = lexemes.map((lexeme) => {
		const [name, value] = lexeme.split(":");
		if (value !== undefined && name === "language") return sql`lower(split_part(c.language, '-', 1)) = ${value}`;
		if (value !== undefined) return sql`lower(c.labels ->> ${name}::text) = ${value}`;
		return kind === "word" ? sql`${texts} like ${likePattern(lexeme)}` : sql`${texts} ~ ${`\\m${lexeme}\\M`}`;
	});
	return sql`(${sql.join(any, sql` or `)})`;
}

function fineTuning(state: string): RawBuilder<unknown> {
	const samples = sql`exists (select from voice_sample s where s.voice_id = c.id)`;
	const professional = sql`c.category = 'professional' and c.origin <> 'library'`;
	if (state === "draft") return sql`(${professional} and not ${samples})`;
	if (state === "not_verified") return sql`(${professional} and ${samples} and c.verified_at is null)`;
	const trained = sql`coalesce((select t.state from voice_training t where t.voice_id = c.id), 'not_started')`;
	return sql`(${professional} and ${samples} and c.verified_at is not null
		and (case ${trained} when 'cancelled' then 'not_started' else ${trained} end) = ${state})`;
}

export type OwnVoiceRow = VoiceStatus & {
	id: string;
	created_by: string | null;
	owner_public_id: string | null;
	name: string;
	description: string | null;
	category: string;
	labels: Record<string, string>;
	language: string;
	engine: string | null;
	speaker: string | null;
	origin: string;
	origin_facts: OriginFacts;
	publication_id: string | null;
	source_voice_id: string | null;
	bookmarked: boolean | null;
	requires_verification: boolean;
	verified_at: Date | null;
	created_at: Date;
	/** The publication a copy was added from, otherwise the voice's own publication. */
	published: PublishedDetails | null;
	shared_by_link: boolean;
	share_emails: string[] | null;
	training: {
		state: string;
		progress: number;
		message: string | null;
		model_id: string | null;
		manual_verification_requested: boolean;
	} | null;
};
export type PublishedDetails = {
	id: string;
	voice_id: string;
	public_owner_id: string;
	name: string;
	description: string | null;
	category: string;
	labels: Record<string, string>;
	status: "enabled" | "disabled";
	review_status: string;
	review_message: string | null;
	rate: number | null;
	fiat_rate: number | null;
	notice_period_days: number;
	live_moderation_enabled: boolean;
	free_users_allowed: boolean;
	voice_mixing_allowed: boolean;
	reader_app_enabled: boolean;
	reader_restricted_on: ReaderRestriction[];
	featured: boolean;
	added_count: number;
	published_at: string;
};

export async function listOwn(db: Db, workspaceId: string, ids: readonly string[]): Promise<OwnVoiceRow[]> {
	if (ids.length === 0) return [];
	const { rows } = await sql<OwnVoiceRow>`
		select v.id, v.created_by, v.name, v.description, v.category, v.labels, v.language, v.engine, v.speaker, v.origin,
			v.origin_facts, v.publication_id, v.source_voice_id, v.bookmarked, v.requires_verification, v.verified_at, v.created_at,
			maker.public_user_id as owner_public_id,
			${statusColumns},
			(
				select to_jsonb(l) - array['search_text', 'search_words', 'marks', 'speaker_vector'] from voice_publication l
				where l.id = (case when v.origin = 'library' then v.publication_id else v.id end) collate "C"
			) as published,
			coalesce(link.enabled, false) as shared_by_link, link.emails as share_emails,
			case when training.voice_id is not null then jsonb_build_object(
				'state', training.state, 'progress', training.progress, 'message', training.message, 'model_id', training.model_id,
				'manual_verification_requested', training.manual_verification_requested_at is not null
			) end as training
		from voice v ${statusJoins}
		left join auth_user maker on maker.id = v.created_by
		left join voice_share link on link.voice_id = v.id
		where v.workspace_id = ${workspaceId} and v.id = any(${[...ids]}::text[])`.execute(db);
	return rows.map((row) => ({
		...readRow(voiceColumns, row),
		published: row.published && readRow(voicePublicationColumns, row.published),
	}));
}

/** Related rows for a page of voices. */
export async function listExtras(db: Db, workspaceId: string, userId: string, ids: readonly string[]) {
	const some = [...ids, ""];
	const [previews, samples, attempts, collections, favorites, settings] = await Promise.all([
		db
			.selectFrom("voice_own_preview")
			.select(["voice_id", "language", "content_hash"])
			.where("voice_id", "in", some)
			.orderBy("language")
			.execute(),
		db
			.selectFrom("voice_sample")
			.selectAll()
			.where("workspace_id", "=", workspaceId)
			.where("voice_id", "in", some)
			.orderBy("created_at")
			.orderBy("id")
			.execute(),
		db
			.selectFrom("voice_verification_attempt")
			.select(["voice_id", "sentence", "accepted", "similarity", "word_error_rate", "reason", "attempted_at"])
			.where("workspace_id", "=", workspaceId)
			.where("voice_id", "in", some)
			.orderBy("attempted_at")
			.execute(),
		db
			.selectFrom("voice_collection_item as item")
			.innerJoin("voice_collection as collection", "collection.id", "item.collection_id")
			.select(["item.voice_id", "item.collection_id"])
			.where("collection.workspace_id", "=", workspaceId)
			.where("collection.user_id", "=", userId)
			.where("item.voice_id", "in", some)
			.orderBy("collection.created_at")
			.execute(),
		db
			.selectFrom("voice_favourite")
			.select(["voice_id", "marked_at"])
			.where("workspace_id", "=", workspaceId)
			.where("user_id", "=", userId)
			.where("voice_id", "in", some)
			.execute(),
		db
			.selectFrom("voice_setting")
			.select(["voice_id", "settings"])
			.where("workspace_id", "=", workspaceId)
			.where("voice_id", "in", some)
			.execute(),
	]);
	return {
		previews,
		samples: samples.map((row) => readRow(voiceSampleColumns, row)),
		attempts,
		collections,
		favorites,
		settings: settings.map((row) => readRow(voiceSettingColumns, row)),
	};
}
export type VoiceExtras = Awaited<ReturnType<typeof listExtras>>;

export async function listAccentRows(db: Db, _scope: Global, language: string | undefined) {
	let query = db
		.selectFrom("shipped_voice")
		.select(["engine", "language", "accent"])
		.distinct()
		.where("accent", "is not", null)
		.orderBy("language")
		.orderBy("accent");
	if (language !== undefined)
		query = query.where(sql<boolean>`lower(split_part(language, '-', 1)) = lower(split_part(${language}, '-', 1))`);
	return query.execute();
}
