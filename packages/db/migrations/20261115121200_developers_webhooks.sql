create table webhook (
	id text primary key,
	workspace_id text not null references workspace (id) on delete cascade,
	name text not null,
	url text not null,
	-- Sealed: needed whole to sign with, so a hash will not do.
	secret bytea not null,
	request_headers jsonb not null default '{}',
	events text[] not null,
	retry_enabled boolean not null default true,
	disabled_at timestamptz,
	-- Also disabled, by nobody: it had failed too often for too long.
	auto_disabled_at timestamptz,
	-- Attempts in a row that failed, and since when.
	failures integer not null default 0,
	failing_since timestamptz,
	last_failure_code integer,
	last_failure_at timestamptz,
	created_by text references auth_user (id) on delete set null,
	created_at timestamptz not null default now(),
	unique (workspace_id, id)
);

-- One event for one webhook. The body is what is signed and sent, the same at every attempt.
create table webhook_delivery (
	id text primary key,
	-- The order in which they came about.
	number bigint generated always as identity unique,
	workspace_id text not null,
	webhook_id text not null,
	event_id text not null,
	event_type text not null,
	body text not null,
	state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed', 'skipped')),
	attempts integer not null default 0,
	next_attempt_at timestamptz,
	replay_of text,
	created_at timestamptz not null default now(),
	finished_at timestamptz,
	foreign key (workspace_id, webhook_id) references webhook (workspace_id, id) on delete cascade
);
-- An event that is told twice is delivered as one; a replay is a delivery of its own.
create unique index webhook_delivery_event on webhook_delivery (webhook_id, event_id) where replay_of is null;
create index webhook_delivery_page on webhook_delivery (webhook_id, number desc);
create index webhook_delivery_age on webhook_delivery (webhook_id, created_at);

create table webhook_attempt (
	delivery_id text not null references webhook_delivery (id) on delete cascade,
	number integer not null,
	workspace_id text not null references workspace (id) on delete cascade,
	at timestamptz not null default now(),
	-- Null: there was no answer, and `error` says why.
	status integer,
	error text,
	duration_ms integer not null,
	response text,
	-- Whether another attempt was to follow, and after how long: a step that runs again must decide the same.
	pause_ms bigint,
	primary key (delivery_id, number)
);
