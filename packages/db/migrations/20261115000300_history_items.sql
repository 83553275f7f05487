create table history_item (
	id text primary key,
	workspace_id text not null references workspace (id) on delete cascade,
	user_id text not null,
	request_id text not null,
	source text not null check (source in ('TTS', 'STS')),
	voice_id text not null,
	voice_name text not null,
	voice_category text not null,
	model_id text not null,
	text text not null,
	settings jsonb,
	output_format text not null,
	content_type text not null,
	audio_key text not null,
	audio_bytes bigint not null,
	duration_seconds double precision not null,
	peaks bytea,
	characters_from bigint not null,
	characters_to bigint not null,
	created_at timestamptz not null default now()
);
create index history_item_newest on history_item (workspace_id, created_at desc, id desc);
create index history_item_voice on history_item (workspace_id, voice_id, created_at desc);
