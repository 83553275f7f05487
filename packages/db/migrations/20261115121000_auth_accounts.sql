-- Second factor of the identity library (its plugin twoFactor), in our naming.
alter table auth_user
	add column two_factor_enabled boolean not null default false,
	-- Who somebody is to others; the id itself stays between the account and us.
	add column public_user_id text not null unique default replace(gen_random_uuid()::text, '-', ''),
	-- Null: the account has not been set up after signing up, so the person is new.
	add column setup_at timestamptz,
	-- From the first device on, every other one needs a code; also when all known ones were forgotten.
	add column had_device boolean not null default false;
update auth_user set setup_at = created_at;

create table auth_two_factor (
	id text primary key,
	user_id text not null unique references auth_user (id) on delete cascade,
	-- Both encrypted by the library.
	secret text not null,
	backup_codes text not null,
	verified boolean not null default false,
	failed_verification_count integer not null default 0,
	locked_until timestamptz,
	created_at timestamptz not null default now()
);

alter table auth_session
	-- When somebody last did something in it, to the minute.
	add column last_seen_at timestamptz not null default now(),
	add column fingerprint_hash bytea;

-- Browsers in which somebody has signed in: a right password from elsewhere needs a code of a mail.
create table auth_device (
	id text primary key,
	user_id text not null references auth_user (id) on delete cascade,
	-- Of what its cookie holds.
	secret_hash bytea not null,
	user_agent text,
	created_at timestamptz not null default now(),
	last_seen_at timestamptz not null default now()
);
create index auth_device_user on auth_device (user_id);

-- What mails ask somebody to bring back, each once. Keyed hashes: short codes could be found from plain ones.
create table auth_code (
	id text primary key,
	purpose text not null check (purpose in ('verify_email', 'sign_in', 'email_change', 'email_revert', 'internal_email')),
	user_id text not null references auth_user (id) on delete cascade,
	code_hash bytea not null,
	data jsonb not null default '{}',
	wrong_tries integer not null default 0,
	created_at timestamptz not null default now(),
	expires_at timestamptz not null
);
create index auth_code_hash on auth_code (code_hash);
create index auth_code_user on auth_code (user_id, purpose);
create index auth_code_expiry on auth_code (expires_at);

-- What is known of a person beside who it is. No row: nobody has said anything yet.
create table auth_profile (
	user_id text primary key references auth_user (id) on delete cascade,
	account_metadata jsonb not null default '{}',
	language text,
	phone_number text,
	-- The partner's link somebody came by.
	pid text,
	xid text,
	agrees_to_product_updates boolean not null default false,
	alpha_requested_at timestamptz,
	alpha_reason text,
	alpha_granted_at timestamptz,
	-- An address of the operator's own domain that the person has shown to have.
	internal_email text
);
