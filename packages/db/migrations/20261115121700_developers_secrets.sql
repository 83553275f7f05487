-- Values that programs of the workspace need and nobody reads again. Sealed.
create table workspace_secret (
	id text primary key,
	workspace_id text not null references workspace (id) on delete cascade,
	name text not null,
	secret bytea not null,
	created_by text references auth_user (id) on delete set null,
	created_at timestamptz not null default now(),
	updated_at timestamptz not null default now()
);
create index workspace_secret_workspace on workspace_secret (workspace_id, id);
