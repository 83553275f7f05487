-- The balance of a workspace. Always: used = sum of credit_entry.amount in this period, reserved = sum of open reservations.
create table credit_account (
	workspace_id text primary key references workspace (id) on delete cascade,
	credit_limit bigint not null check (credit_limit >= 0),
	used bigint not null default 0,
	reserved bigint not null default 0 check (reserved >= 0),
	period_end timestamptz not null
);

-- One row per generation, made before the first sound and closed exactly once. `delivered` follows the sound that has
-- really left, so that a reservation whose process died can still be settled at the truth; `lease_until` tells that it died.
create table credit_reservation (
	generation_id text primary key,
	workspace_id text not null references workspace (id) on delete cascade,
	amount bigint not null check (amount >= 0),
	delivered bigint not null default 0 check (delivered >= 0 and delivered <= amount),
	state text not null default 'open' check (state in ('open', 'settled', 'released')),
	holder text not null,
	lease_until timestamptz not null,
	created_at timestamptz not null default now(),
	closed_at timestamptz
);
create index credit_reservation_open on credit_reservation (lease_until) where state = 'open';
create index credit_reservation_workspace_open on credit_reservation (workspace_id) where state = 'open';
create index credit_reservation_holder_open on credit_reservation (holder) where state = 'open';

-- The ledger: append only. A charge is positive, a refund negative; one of each per generation at most.
create table credit_entry (
	id bigint generated always as identity primary key,
	workspace_id text not null references workspace (id) on delete cascade,
	generation_id text not null,
	kind text not null check (kind in ('charge', 'refund')),
	amount bigint not null,
	created_at timestamptz not null default now(),
	unique (generation_id, kind)
);
create index credit_entry_workspace on credit_entry (workspace_id, created_at);
