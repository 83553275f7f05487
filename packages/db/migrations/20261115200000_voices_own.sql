-- A voice of a workspace: designed, remixed, matched to samples, cloned, trained, or added from the library. Shipped voices belong to nobody
-- and stay in shipped_voice.
create table voice (
	id text primary key,
	workspace_id text not null references workspace (id) on delete cascade,
	created_by text references auth_user (id) on delete set null,
	name text not null,
	description text,
	category text not null check (category in ('generated', 'cloned', 'professional', 'premade', 'famous', 'high_quality')),
	labels jsonb not null default '{}',
	language text not null,
	-- Who speaks it: an engine and its name for the voice, which for a mix is the whole recipe. Null until it can be spoken.
	engine text,
	speaker text,
	-- How it came to be, as it is told.
	origin text not null check (origin in ('designed', 'remixed', 'matched', 'cloned', 'trained', 'library')),
	-- What was asked, met and measured: similarity, traits, seed.
	origin_facts jsonb not null default '{}',
	-- Of a voice added from the library or by a link: what it stands for there, and whose copy it is. What silences that one silences this.
	publication_id text collate "C",
	source_voice_id text,
	bookmarked boolean,
	safety_control text check (safety_control in ('BAN', 'CAPTCHA')),
	ban_reason text,
	requires_verification boolean not null default false,
	verified_at timestamptz,
	-- No sound after this: consent was taken back.
	revoked_at timestamptz,
	-- Removed from the library: usable until then.
	disable_at timestamptz,
	disabled_at timestamptz,
	last_used_at timestamptz,
	created_at timestamptz not null default now()
);
create index voice_workspace on voice (workspace_id, created_at desc, id);
create index voice_publication_copies on voice (publication_id) where publication_id is not null;
create index voice_copies on voice (source_voice_id) where source_voice_id is not null;
create index voice_to_disable on voice (disable_at) where disable_at is not null and disabled_at is null;
create unique index voice_library_once on voice (workspace_id, publication_id) where publication_id is not null;

-- What a workspace keeps for a voice, its own or a shipped one, and whom it is a favourite of. No foreign key to a voice: what is gone is
-- not shown.
create table voice_setting (
	workspace_id text not null references workspace (id) on delete cascade,
	voice_id text not null,
	settings jsonb not null,
	primary key (workspace_id, voice_id)
);
create table voice_favourite (
	workspace_id text not null references workspace (id) on delete cascade,
	user_id text not null references auth_user (id) on delete cascade,
	voice_id text not null,
	marked_at timestamptz not null default now(),
	primary key (workspace_id, user_id, voice_id)
);

-- A clip by which a page plays a voice, in each language it has one.
create table voice_own_preview (
	voice_id text not null references voice (id) on delete cascade,
	language text not null,
	content_hash text not null,
	audio_key text not null,
	content_type text not null,
	duration_seconds double precision not null,
	primary key (voice_id, language)
);

-- What a voice was made from.
create table voice_sample (
	id text primary key,
	workspace_id text not null references workspace (id) on delete cascade,
	voice_id text not null references voice (id) on delete cascade,
	file_name text not null,
	mime_type text not null,
	size_bytes integer not null,
	hash text not null,
	duration_seconds double precision not null,
	-- As it came, and without its noise once that was asked for.
	audio_key text not null,
	isolated_key text,
	remove_background_noise boolean not null default false,
	trim_start_ms integer,
	trim_end_ms integer,
	-- Pitch, spectrum and speaker projection, measured once.
	traits jsonb,
	separation_status text not null default 'not_started' check (separation_status in ('not_started', 'pending', 'completed', 'failed')),
	speakers jsonb,
	selected_speaker_ids text[],
	-- By the clock: of several that come in one transaction the first stays the first.
	created_at timestamptz not null default clock_timestamp()
);
create index voice_sample_voice on voice_sample (voice_id, created_at);

-- Who allowed the use of a voice, for what and until when: a sentence that was read aloud and compared with the samples.
create table voice_consent (
	id text primary key,
	workspace_id text not null references workspace (id) on delete cascade,
	voice_id text not null references voice (id) on delete cascade,
	given_by text references auth_user (id) on delete set null,
	sentence text not null,
	scope text[] not null,
	recording_key text not null,
	heard text not null,
	word_error_rate double precision not null,
	similarity double precision not null,
	given_at timestamptz not null default now(),
	expires_at timestamptz,
	revoked_at timestamptz,
	revoked_by text references auth_user (id) on delete set null
);
create index voice_consent_voice on voice_consent (voice_id, given_at desc);

-- A sentence that somebody has to read to show that the voice is theirs, and each try.
create table voice_captcha (
	id text primary key,
	workspace_id text not null references workspace (id) on delete cascade,
	voice_id text not null references voice (id) on delete cascade,
	user_id text not null references auth_user (id) on delete cascade,
	sentence text not null,
	purpose text not null check (purpose in ('consent', 'verification', 'captcha')),
	created_at timestamptz not null default now(),
	expires_at timestamptz not null,
	used_at timestamptz
);
create index voice_captcha_open on voice_captcha (voice_id, user_id, created_at desc);
create table voice_verification_attempt (
	id text primary key,
	workspace_id text not null references workspace (id) on delete cascade,
	voice_id text not null references voice (id) on delete cascade,
	user_id text references auth_user (id) on delete set null,
	sentence text not null,
	heard text not null,
	word_error_rate double precision not null,
	similarity double precision,
	accepted boolean not null,
	reason text,
	attempted_at timestamptz not null default now()
);
create index voice_verification_attempt_voice on voice_verification_attempt (voice_id, attempted_at desc);

-- Professional cloning: one row a voice, moved on by its workflow alone.
create table voice_training (
	voice_id text primary key references voice (id) on delete cascade,
	workspace_id text not null references workspace (id) on delete cascade,
	run_id text,
	model_id text,
	state text not null default 'not_started' check (state in ('not_started', 'queued', 'fine_tuning', 'fine_tuned', 'failed', 'delayed', 'cancelled')),
	progress double precision not null default 0,
	message text,
	manual_verification_requested_at timestamptz,
	manual_verification_text text,
	started_at timestamptz,
	finished_at timestamptz
);

-- What a description was answered with, until one of them is saved.
create table voice_design_preview (
	id text primary key,
	workspace_id text not null references workspace (id) on delete cascade,
	created_by text references auth_user (id) on delete set null,
	description text not null,
	text text not null,
	language text not null,
	engine text not null,
	speaker text not null,
	-- Of a remix: what it began from.
	source_voice_id text,
	facts jsonb not null,
	audio_key text not null,
	content_type text not null,
	duration_seconds double precision not null,
	voice_id text references voice (id) on delete set null,
	created_at timestamptz not null default now(),
	expires_at timestamptz not null
);
create index voice_design_preview_expiry on voice_design_preview (expires_at);

-- How often voices were added or edited in a period: round(1.5 x voice_limit + 50) at most.
create table voice_edit_count (
	workspace_id text not null references workspace (id) on delete cascade,
	period_start timestamptz not null,
	edits integer not null default 0,
	primary key (workspace_id, period_start)
);

-- A collection is a person's own, within a workspace.
create table voice_collection (
	id text primary key,
	workspace_id text not null references workspace (id) on delete cascade,
	user_id text not null references auth_user (id) on delete cascade,
	title text not null,
	icon text not null,
	created_at timestamptz not null default now()
);
create index voice_collection_person on voice_collection (workspace_id, user_id, created_at);
create table voice_collection_item (
	collection_id text not null references voice_collection (id) on delete cascade,
	-- Own or shipped, so no foreign key; what is gone is not shown.
	voice_id text not null,
	added_at timestamptz not null default now(),
	primary key (collection_id, voice_id)
);
create index voice_collection_item_voice on voice_collection_item (voice_id);

-- Who may add a voice by its link: everybody who has it, or those named.
create table voice_share (
	voice_id text primary key references voice (id) on delete cascade,
	workspace_id text not null references workspace (id) on delete cascade,
	public_user_id text not null,
	enabled boolean not null default true,
	emails text[] not null default '{}',
	created_at timestamptz not null default now()
);
