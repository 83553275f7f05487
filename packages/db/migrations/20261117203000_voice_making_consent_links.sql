-- A link that asks the speaker of a voice for consent. Only a hash of its token is stored.
create table voice_consent_link (
	id text primary key,
	workspace_id text not null references workspace (id) on delete cascade,
	voice_id text not null references voice (id) on delete cascade,
	created_by text references auth_user (id) on delete set null,
	token_hash bytea not null unique,
	scope text[] not null,
	purpose text not null,
	language text not null,
	email text,
	created_at timestamptz not null default now(),
	expires_at timestamptz not null,
	revoked_at timestamptz,
	given_at timestamptz,
	refused_at timestamptz
);
create index voice_consent_link_voice on voice_consent_link (voice_id, created_at desc);

-- A speaker without an account reads sentences and gives consent by link.
alter table voice_captcha
	alter column user_id drop not null,
	add column link_id text references voice_consent_link (id) on delete cascade,
	add constraint voice_captcha_reader check (num_nonnulls(user_id, link_id) = 1);
create index voice_captcha_link on voice_captcha (link_id, created_at desc) where link_id is not null;
alter table voice_consent add column link_id text references voice_consent_link (id) on delete set null;
create index voice_consent_by_link on voice_consent (link_id) where link_id is not null;
