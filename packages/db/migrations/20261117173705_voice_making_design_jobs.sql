-- A design or remix that runs as a job. The credits are reserved under the job's id.
create table voice_design_job (
	id text primary key,
	workspace_id text not null references workspace (id) on delete cascade,
	created_by text references auth_user (id) on delete cascade,
	request jsonb not null,
	state text not null default 'queued' check (state in ('queued', 'running', 'completed', 'failed', 'cancelled')),
	-- How many of the three previews are finished.
	done integer not null default 0,
	result jsonb,
	error text,
	created_at timestamptz not null default now()
);
create index voice_design_job_owner on voice_design_job (workspace_id, created_by, created_at desc);
