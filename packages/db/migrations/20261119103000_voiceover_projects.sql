-- Voice-overs: a script in slots on a timeline, beside a video and sound files.
create table voiceover (
	id text primary key,
	workspace_id text not null references workspace (id) on delete cascade,
	created_by text not null,
	name text not null,
	created_at timestamptz not null default now(),
	updated_at timestamptz not null default now(),
	unique (workspace_id, id)
);
create index voiceover_newest on voiceover (workspace_id, created_at desc, id desc);

-- An uploaded file on the timeline. The original, its audio as MP3, and its samples are in the storage.
create table voiceover_clip (
	id text primary key,
	workspace_id text not null,
	voiceover_id text not null,
	kind text not null check (kind in ('source', 'sound')),
	state text not null default 'reading' check (state in ('reading', 'ready', 'failed')),
	error text,
	file_name text not null,
	-- Null once the file is read: the upload is deleted then.
	upload_id text,
	-- Known once the file is read.
	container text,
	content_type text,
	bytes bigint,
	seconds double precision,
	has_picture boolean not null default false,
	has_audio boolean not null default false,
	width int,
	height int,
	fps double precision,
	picture_codec text,
	audio_codec text,
	-- Samples of each channel at 48 kHz.
	frames bigint not null default 0,
	peaks bytea,
	track int not null default 1,
	offset_ms int not null default 0,
	trim_start_ms int not null default 0,
	trim_end_ms int not null default 0,
	fade_in_ms int not null default 0,
	fade_out_ms int not null default 0,
	gain_db double precision not null default 0,
	muted boolean not null default false,
	created_at timestamptz not null default now(),
	foreign key (workspace_id, voiceover_id) references voiceover (workspace_id, id) on delete cascade
);
create index voiceover_clip_of_voiceover on voiceover_clip (voiceover_id, created_at, id);
create unique index voiceover_clip_source on voiceover_clip (voiceover_id) where kind = 'source';

create table voiceover_line (
	id text primary key,
	workspace_id text not null,
	voiceover_id text not null,
	start_ms int not null,
	end_ms int not null,
	text text not null,
	voice_id text not null,
	speed double precision,
	trim_start_ms int not null default 0,
	trim_end_ms int not null default 0,
	fade_in_ms int not null default 0,
	fade_out_ms int not null default 0,
	gain_db double precision not null default 0,
	muted boolean not null default false,
	duck_db double precision not null,
	-- The speech as it was spoken, and what was spoken. Null without speech.
	audio_key text,
	speech_ms double precision,
	speech_peaks bytea,
	spoken_text text,
	spoken_voice_id text,
	spoken_speed double precision,
	foreign key (workspace_id, voiceover_id) references voiceover (workspace_id, id) on delete cascade
);
create index voiceover_line_of_voiceover on voiceover_line (voiceover_id, start_ms, id);

-- Speech that is generated, or an export.
create table voiceover_job (
	id text primary key,
	workspace_id text not null,
	voiceover_id text not null,
	created_by text not null,
	via text not null,
	api_key_id text,
	kind text not null check (kind in ('speech', 'export')),
	state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'canceled')),
	error text,
	progress double precision not null default 0,
	-- Of speech: what is generated, and what it was to cost.
	line_ids text[] not null default '{}',
	lines_done int not null default 0,
	credits int not null default 0,
	-- The latest attempt to generate a line. An attempt that takes over settles the one before.
	generation_id text,
	-- Of an export.
	format text,
	allow_problems boolean not null default false,
	file_key text,
	bytes bigint,
	seconds double precision,
	created_at timestamptz not null default now(),
	finished_at timestamptz,
	foreign key (workspace_id, voiceover_id) references voiceover (workspace_id, id) on delete cascade
);
create index voiceover_job_newest on voiceover_job (voiceover_id, created_at desc, id desc);
