-- Where a person stands with getting to know the product. Whoever has no row is from before there was any of it, and done with it.
create table onboarding (
	user_id text primary key references auth_user (id) on delete cascade,
	is_completed boolean not null default true,
	is_checklist_completed boolean not null default true,
	is_tour_completed boolean not null default true,
	survey jsonb,
	-- Null until the checklist is initiated.
	checklist_id text,
	checklist_hidden boolean not null default false,
	created_at timestamptz not null default now()
);

-- A row is an item that is complete: an event that comes twice finds it there.
create table onboarding_item (
	user_id text not null references onboarding (user_id) on delete cascade,
	item_id text not null,
	completed_at timestamptz not null default now(),
	primary key (user_id, item_id)
);

-- What happened that is worth counting, once each. It stays on this server.
create table analytics_event (
	id bigint generated always as identity primary key,
	name text not null,
	workspace_id text not null references workspace (id) on delete cascade,
	user_id text not null references auth_user (id) on delete cascade,
	data jsonb not null default '{}',
	created_at timestamptz not null default now()
);
create index analytics_event_name on analytics_event (name, created_at);
create index analytics_event_user on analytics_event (user_id);
