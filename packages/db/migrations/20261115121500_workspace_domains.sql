-- Domains a workspace says are its own. Anybody may say so; whose DNS holds the record owns it, and one workspace only.
create table workspace_domain (
	id text primary key,
	workspace_id text not null references workspace (id) on delete cascade,
	-- Lower case and as the DNS knows it (punycode).
	domain text not null,
	-- Not a secret: everybody can read it in the DNS. Nobody else can be made to put it there.
	record_value text not null,
	-- What the last look found instead of the record.
	problem text check (problem in ('no_record', 'wrong_value', 'no_answer')),
	sso_required boolean not null default false,
	created_at timestamptz not null default now(),
	checked_at timestamptz,
	verified_at timestamptz,
	unique (workspace_id, domain),
	check (not sso_required or verified_at is not null)
);
create unique index workspace_domain_owner on workspace_domain (domain) where verified_at is not null;
