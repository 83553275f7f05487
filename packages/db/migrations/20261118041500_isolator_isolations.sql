-- Recordings whose noise was or is being removed. The credits are reserved under the id.
create table isolation (
	id text primary key,
	workspace_id text not null references workspace (id) on delete cascade,
	created_by text references auth_user (id) on delete set null,
	api_key_id text,
	via text not null,
	title text not null,
	-- Format of the result. An mp3 file is always stored too, for playback.
	format text not null check (format in ('mp3', 'wav')),
	raw_pcm boolean not null default false,
	preview_b64 text,
	-- Null once it has ended: the upload is deleted then.
	upload_id text,
	state text not null default 'queued' check (state in ('queued', 'running', 'completed', 'failed', 'cancelled')),
	error_code text,
	error text,
	-- Known once the file is decoded.
	seconds double precision,
	sample_rate integer,
	channels integer,
	chunk_count integer,
	progress double precision not null default 0,
	engine text,
	credits integer,
	noise_before_db double precision,
	noise_after_db double precision,
	snr_before_db double precision,
	snr_after_db double precision,
	original_peaks bytea,
	isolated_peaks bytea,
	video text not null default 'none' check (video in ('none', 'processing', 'ready', 'failed')),
	video_type text,
	-- Size of all stored files.
	bytes bigint not null default 0,
	deleted_at timestamptz,
	created_at timestamptz not null default now(),
	finished_at timestamptz
);
create index isolation_list on isolation (workspace_id, created_at desc, id desc) where deleted_at is null;
create index isolation_of_person on isolation (created_by);
