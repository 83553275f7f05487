-- A voice that everybody can find and add. Everything a search asks for stands in the row itself: one table, no joins, a million rows.
create table voice_publication (
	-- The voice's own id: a voice is published once.
	id text collate "C" primary key,
	voice_id text not null unique,
	-- Of a shipped voice: none.
	workspace_id text references workspace (id) on delete cascade,
	public_owner_id text not null,
	owner_name text not null,
	name text not null,
	-- Small letters without accents, to sort and to find by.
	name_key text collate "C" not null,
	description text,
	category text not null,
	origin text not null,
	language text not null,
	locale text,
	accent text not null default '',
	gender text not null default '',
	age text not null default '',
	descriptive text not null default '',
	use_case text not null default '',
	labels jsonb not null default '{}',
	engine text not null,
	speaker text not null,
	status text not null default 'enabled' check (status in ('enabled', 'disabled')),
	review_status text not null default 'allowed' check (review_status in ('not_requested', 'pending', 'declined', 'allowed', 'allowed_with_changes')),
	review_message text,
	listed boolean not null generated always as (status = 'enabled' and review_status in ('allowed', 'allowed_with_changes')) stored,
	-- Times the credits that using it costs; null is the usual one.
	rate double precision,
	-- What its use is worth to its owner, in dollars for 1,000 credits; shown to the owner alone.
	fiat_rate double precision,
	notice_period_days integer not null default 0,
	disable_at timestamptz,
	live_moderation_enabled boolean not null default false,
	free_users_allowed boolean not null default true,
	voice_mixing_allowed boolean not null default false,
	reader_app_enabled boolean not null default false,
	reader_restricted_on jsonb not null default '[]',
	preview_history_item_id text,
	featured boolean not null default false,
	added_count integer not null default 0,
	characters_7d bigint not null default 0,
	characters_1y bigint not null default 0,
	-- Worked out from the uses of the last days on top of what it begins with; what "trending" sorts by.
	trend_base double precision not null default 0,
	trending double precision not null default 0,
	-- How it sounds, measured from its preview: median pitch and the speaker projection. Null until then.
	pitch_hz real,
	speaker_vector real[],
	measured_clip text,
	-- Its words, and its labels as words that nobody writes ("gender:female").
	search_text text not null,
	marks text[] not null,
	search_words tsvector not null generated always as (to_tsvector('simple', search_text) || array_to_tsvector(marks)) stored,
	-- To the millisecond: pages begin where the last one ended.
	published_at timestamptz(3) not null default now()
);
create index voice_publication_workspace on voice_publication (workspace_id) where workspace_id is not null;

-- One index an order, with all that is filtered by: a page is found without touching a row that is not on it.
create index voice_publication_by_trend on voice_publication (trending, id)
	include (language, locale, accent, gender, age, use_case, descriptive, category, notice_period_days, rate, live_moderation_enabled, reader_app_enabled, featured)
	where listed;
create index voice_publication_by_date on voice_publication (published_at, id)
	include (language, locale, accent, gender, age, use_case, descriptive, category, notice_period_days, rate, live_moderation_enabled, reader_app_enabled, featured)
	where listed;
create index voice_publication_by_adds on voice_publication (added_count, id)
	include (language, locale, accent, gender, age, use_case, descriptive, category, notice_period_days, rate, live_moderation_enabled, reader_app_enabled, featured)
	where listed;
create index voice_publication_by_use on voice_publication (characters_1y, id)
	include (language, locale, accent, gender, age, use_case, descriptive, category, notice_period_days, rate, live_moderation_enabled, reader_app_enabled, featured)
	where listed;
create index voice_publication_by_name on voice_publication (name_key, id)
	include (trending, language, locale, accent, gender, age, use_case, descriptive, category, notice_period_days, rate, live_moderation_enabled, reader_app_enabled, featured)
	where listed;
create index voice_publication_words on voice_publication using gin (search_words) with (fastupdate = off) where listed;
create index voice_publication_pitch on voice_publication (pitch_hz) where listed and pitch_hz is not null;

-- Every word that names and descriptions are made of: what a misspelt one is corrected to. A few thousand, however many voices there are.
create table voice_library_word (
	word text collate "C" primary key
);
-- Without the extension misspelt words find nothing.
do $$
begin
	create extension if not exists pg_trgm;
exception when others then
	raise notice 'pg_trgm is not available: %', sqlerrm;
end
$$;
do $$
begin
	if exists (select from pg_extension where extname = 'pg_trgm') then
		create index voice_library_word_alike on voice_library_word using gin (word gin_trgm_ops);
	end if;
end
$$;

-- How many voices there are of each label, counted as they come and go and from time to time anew.
create table voice_library_facet (
	kind text not null,
	value text not null,
	-- Of an accent: the language.
	within text not null default '',
	voices integer not null,
	primary key (kind, value, within)
);

-- Characters spoken with a published voice, by day: statistics for its owner and the order of what trends.
create table voice_use (
	publication_id text collate "C" not null references voice_publication (id) on delete cascade,
	day date not null,
	reader_app boolean not null default false,
	characters bigint not null default 0,
	generations integer not null default 0,
	primary key (publication_id, day, reader_app)
);
create index voice_use_day on voice_use (day);
-- Up to which entry of the ledger uses are counted: moved in the transaction that counts them, so that none is counted twice.
create table voice_use_mark (
	id boolean primary key default true check (id),
	counted_to bigint not null
);
insert into voice_use_mark (counted_to) values (0);
