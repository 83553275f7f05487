-- Identity providers, in the form of the identity library's single sign-on plugin; the mapping is in auth.sso.service.ts.
create table auth_sso_provider (
	id text primary key,
	-- The library's own name for it; part of every address that the identity provider knows.
	provider_id text not null unique,
	-- The library checks that it could write every column it must: ours has a default.
	name text not null default '',
	issuer text not null,
	domain text not null,
	domain_verified boolean not null,
	-- Encrypted whole: there is a client secret in the one, and there may be a key in the other.
	oidc_config text,
	saml_config text,
	workspace_id text not null,
	-- Who made it. The provider outlives the account.
	user_id text references auth_user (id) on delete set null,
	created_at timestamptz not null default now(),
	last_used_at timestamptz,
	check ((oidc_config is null) <> (saml_config is null)),
	-- A domain has one way in, and gives it up with the domain.
	unique (workspace_id, domain),
	foreign key (workspace_id, domain) references workspace_domain (workspace_id, domain) on delete cascade
);
create index auth_sso_provider_domain on auth_sso_provider (domain);
-- Two sign-ins at once must not link the same identity twice.
create unique index auth_account_identity on auth_account (provider_id, account_id);
