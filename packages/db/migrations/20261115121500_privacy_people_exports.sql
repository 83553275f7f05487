-- What a person decided about their data. No row: nothing yet.
create table privacy_person (
	user_id text primary key references auth_user (id) on delete cascade,
	ccpa_opt_out boolean not null default false,
	ccpa_opt_out_at timestamptz,
	bipa_accepted_at timestamptz,
	-- Name of the terms → when, in seconds.
	terms_agreed_to jsonb not null default '{}'
);

-- An archive of everything about a person, being made or made.
create table privacy_export (
	id text primary key,
	user_id text not null references auth_user (id) on delete cascade,
	status text not null default 'waiting' check (status in ('waiting', 'running', 'done', 'failed', 'cancelled', 'expired')),
	done integer not null default 0,
	total integer not null default 0,
	file_key text,
	size_bytes bigint,
	created_at timestamptz not null default now(),
	finished_at timestamptz,
	expires_at timestamptz
);
create index privacy_export_newest on privacy_export (user_id, created_at desc);
-- One at a time, however often the button is pressed.
create unique index privacy_export_under_way on privacy_export (user_id) where status in ('waiting', 'running');

-- A deletion under way knows whose it is; a finished one only that there was one.
create table privacy_deletion (
	id text primary key,
	-- Not a foreign key: it must outlive the account until all is gone.
	user_id text,
	email text,
	workspace_ids text[] not null default '{}',
	state text not null default 'running' check (state in ('running', 'done', 'failed')),
	requested_at timestamptz not null default now(),
	finished_at timestamptz
);
create unique index privacy_deletion_user on privacy_deletion (user_id) where user_id is not null;

-- Visits that are counted belong to nobody: they carry at most a random name of the browser.
alter table analytics_event
	alter column workspace_id drop not null,
	alter column user_id drop not null,
	add column visitor_id text;

-- The ledger is append only and outlives accounts: what was spent stays in the sums, under the random id of a workspace that is gone and
-- without the person.
alter table credit_entry drop constraint credit_entry_workspace_id_fkey;
