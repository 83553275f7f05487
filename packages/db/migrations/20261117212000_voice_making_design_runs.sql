-- Design requests in progress, so that a repeated one joins the first on whatever process it arrives.
create table voice_design_run (
	-- Hash of who asks for what.
	request_hash bytea primary key,
	workspace_id text not null references workspace (id) on delete cascade,
	-- Extended by the process that does the work; a run whose lease has ended is abandoned.
	lease_until timestamptz not null,
	-- When another process last waited for the result.
	wanted_at timestamptz,
	-- Without audio, which is in storage.
	result jsonb,
	credits integer,
	-- Whether a client received the result. If none did, the next equal request gets it.
	delivered boolean,
	finished_at timestamptz
);
create index voice_design_run_finished on voice_design_run (workspace_id, finished_at);
