-- Tokens that open one connection, for callers who must not see a key. Kept as hashes; the row stays until it expires, so that a
-- second use is known for what it is.
create table single_use_token (
	token_hash bytea primary key,
	workspace_id text not null references workspace (id) on delete cascade,
	user_id text not null references auth_user (id) on delete cascade,
	api_key_id text references api_key (id) on delete cascade,
	token_type text not null,
	permissions text[] not null,
	created_at timestamptz not null default now(),
	expires_at timestamptz not null,
	used_at timestamptz
);
create index single_use_token_expiry on single_use_token (workspace_id, expires_at);
