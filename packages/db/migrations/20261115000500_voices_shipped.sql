-- Voices that come with the server. They belong to no workspace; every workspace may speak with them.
create table shipped_voice (
	id text primary key,
	engine text not null,
	speaker text not null,
	name text not null,
	description text,
	language text not null,
	accent text,
	labels jsonb not null default '{}',
	position integer not null,
	unique (engine, speaker)
);

-- The preview clip of a shipped voice: one row a voice, however often rendering was begun.
create table voice_preview (
	voice_id text primary key references shipped_voice (id) on delete cascade,
	content_hash text not null,
	audio_key text not null,
	content_type text not null,
	duration_seconds double precision not null,
	rendered_at timestamptz not null default now()
);

create table voice_preview_run (
	id text primary key,
	total integer not null,
	done integer not null default 0,
	failed integer not null default 0,
	started_at timestamptz not null default now(),
	finished_at timestamptz
);
