-- Passkeys of the identity library (its plugin passkey), in our naming.
create table auth_passkey (
	id text primary key,
	user_id text not null references auth_user (id) on delete cascade,
	name text not null,
	-- The authenticator's own id of the passkey.
	credential_id text not null unique,
	public_key text not null,
	counter bigint not null,
	device_type text not null,
	backed_up boolean not null,
	transports text,
	aaguid text,
	created_at timestamptz not null default now(),
	last_used_at timestamptz
);
create index auth_passkey_user on auth_passkey (user_id);

-- Whether the user presented a passkey in this session, which counts as two-factor authentication.
alter table auth_session add column passkey boolean not null default false;
