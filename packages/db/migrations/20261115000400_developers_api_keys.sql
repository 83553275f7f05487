create table api_key (
	id text primary key,
	workspace_id text not null references workspace (id) on delete cascade,
	user_id text not null references auth_user (id) on delete cascade,
	name text not null,
	key_hash bytea not null unique,
	preview text not null,
	permissions text[] not null,
	created_at timestamptz not null default now(),
	last_used_at timestamptz,
	revoked_at timestamptz
);
create index api_key_workspace on api_key (workspace_id, user_id);
