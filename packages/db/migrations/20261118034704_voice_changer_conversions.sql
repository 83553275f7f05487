-- A recording that is converted to another voice. The row is the job; its result is a history item.
create table voice_conversion (
	id text primary key,
	workspace_id text not null references workspace (id) on delete cascade,
	user_id text not null,
	api_key_id text,
	via text not null check (via in ('session', 'api-key')),
	upload_id text not null,
	file_name text not null,
	voice_id text not null,
	model_id text not null,
	-- Null once the job has ended.
	request jsonb,
	state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'canceled')),
	error text,
	-- The code of the API error that a waiting request responds with.
	error_code text,
	-- Known once the recording is decoded.
	seconds double precision,
	credits integer,
	chunks integer,
	chunks_done integer not null default 0,
	-- Of the converted chunks.
	sample_rate integer,
	-- Where the result is stored.
	result_key text,
	history_item_id text,
	created_at timestamptz not null default now(),
	finished_at timestamptz
);
create index voice_conversion_of_user on voice_conversion (workspace_id, user_id, created_at desc);
create index voice_conversion_of_person on voice_conversion (user_id);
