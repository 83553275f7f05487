-- A key can be switched off and on again, be held to so many credits a period, and be bound to networks.
alter table api_key
	add column disabled_at timestamptz,
	-- self_disabled: by whoever held it. Null: by its owner or an admin.
	add column disable_reason text check (disable_reason in ('self_disabled', 'exposed_publicly')),
	add column character_limit bigint check (character_limit >= 0),
	add column allowed_ips text[] check (cardinality(allowed_ips) between 1 and 100),
	-- May its holder switch it off without being its owner? Null: as the plan has it.
	add column third_party_disable_allowed boolean,
	add column rotated_at timestamptz,
	-- Its owner is told once a period that the limit is reached.
	add column limit_told_at timestamptz;

-- Above what each key says; null leaves it to the keys.
alter table workspace add column third_party_disable_allowed boolean;

-- Where the period began, so that what was spent in it can be counted for a single key or person.
alter table credit_account add column period_start timestamptz not null default now();
update credit_account set period_start = period_end - interval '1 month';
create index credit_entry_key on credit_entry (api_key_id, created_at) include (amount) where api_key_id is not null;
