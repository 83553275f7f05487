-- Long texts are generated in the background, so that closing the page does not end them.

create table speech_job (
	id text primary key,
	workspace_id text not null references workspace (id) on delete cascade,
	user_id text not null,
	api_key_id text,
	via text not null check (via in ('session', 'api-key')),
	-- Null once the job has ended: the text is then in the history.
	request jsonb,
	characters integer not null,
	delivered_characters integer not null default 0,
	state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'canceled')),
	error text,
	-- The generation that the job has completed.
	history_item_id text,
	-- The partial generation that the job completes.
	continues_item_id text,
	created_at timestamptz not null default now(),
	finished_at timestamptz
);
create index speech_job_of_user on speech_job (workspace_id, user_id, created_at desc);
create index speech_job_of_person on speech_job (user_id);

-- A generation that ended early, with the request that completes it.
alter table history_item add column partial boolean not null default false;
alter table speech_item add column request jsonb;
