-- Recordings that were or are being transcribed. The credits are reserved under the transcript's id.
create table transcript (
	id text primary key,
	workspace_id text not null references workspace (id) on delete cascade,
	created_by text references auth_user (id) on delete set null,
	api_key_id text,
	via text not null check (via in ('session', 'api-key')),
	request_id text not null,
	title text not null,
	-- What was requested.
	request jsonb not null,
	model_id text not null,
	-- Null once it has ended: the upload is deleted then.
	upload_id text,
	state text not null default 'queued' check (state in ('queued', 'running', 'completed', 'failed', 'cancelled')),
	progress double precision not null default 0,
	error text,
	-- What a client that waits for the transcript is told.
	error_code text,
	-- False if nothing may be kept: the row is deleted when its result is delivered.
	stored boolean not null default true,
	seconds double precision,
	language text,
	speaker_count integer,
	credits integer,
	-- The words as transcribed, and as edited. Languages for each channel are in the result.
	result jsonb,
	edited jsonb,
	speaker_names jsonb not null default '[]',
	preview text,
	-- Title and text in small letters.
	search_text text not null default '',
	audio_key text,
	created_at timestamptz not null default now(),
	finished_at timestamptz
);
create index transcript_list on transcript (workspace_id, created_at desc, id desc);
create index transcript_of_person on transcript (created_by);
