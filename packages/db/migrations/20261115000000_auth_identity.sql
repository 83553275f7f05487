-- Tables of the identity library (better-auth), in our naming; the mapping is in server/src/features/auth/auth.service.ts.
create table auth_user (
	id text primary key,
	name text not null,
	email text not null unique,
	email_verified boolean not null default false,
	image text,
	created_at timestamptz not null default now(),
	updated_at timestamptz not null default now()
);

create table auth_session (
	id text primary key,
	user_id text not null references auth_user (id) on delete cascade,
	token text not null unique,
	expires_at timestamptz not null,
	ip_address text,
	user_agent text,
	created_at timestamptz not null default now(),
	updated_at timestamptz not null default now()
);
create index auth_session_user on auth_session (user_id);

create table auth_account (
	id text primary key,
	user_id text not null references auth_user (id) on delete cascade,
	account_id text not null,
	provider_id text not null,
	access_token text,
	refresh_token text,
	id_token text,
	access_token_expires_at timestamptz,
	refresh_token_expires_at timestamptz,
	scope text,
	password text,
	created_at timestamptz not null default now(),
	updated_at timestamptz not null default now()
);
create index auth_account_user on auth_account (user_id);

create table auth_verification (
	id text primary key,
	identifier text not null,
	value text not null,
	expires_at timestamptz not null,
	created_at timestamptz not null default now(),
	updated_at timestamptz not null default now()
);
create index auth_verification_identifier on auth_verification (identifier);
