-- What an admin sets for the workspace as a whole. Suspended: nothing answers but the reason.
alter table workspace
	add column suspended_at timestamptz,
	add column suspended_reason text,
	add column max_seats integer check (max_seats > 0),
	add column session_inactivity_timeout integer check (session_inactivity_timeout between 60 and 2592000),
	-- Null: what every member may while nobody has said otherwise.
	add column all_members_permissions text[],
	add column storing_shared_files_on_user boolean not null default true,
	-- Null: nobody has decided, so the plan's own default holds.
	add column training_opt_out boolean,
	add column training_opt_out_at timestamptz;

alter table workspace_member
	add column locked_at timestamptz,
	-- Credits a month, within the workspace's own; null is no limit of one's own.
	add column usage_limit bigint check (usage_limit >= 0);

-- A service account is a user nobody can sign in as: it owns keys and things as a person does.
alter table auth_user
	add column service_account_of text references workspace (id) on delete cascade;
create index auth_user_service_account on auth_user (service_account_of) where service_account_of is not null;

create table workspace_group (
	id text primary key,
	workspace_id text not null references workspace (id) on delete cascade,
	name text not null,
	permissions text[] not null default '{}',
	created_at timestamptz not null default now(),
	-- For the foreign key of its members: a group has members of its own workspace only.
	unique (workspace_id, id)
);
create unique index workspace_group_name on workspace_group (workspace_id, lower(name));

create table workspace_group_member (
	workspace_id text not null,
	group_id text not null,
	user_id text not null,
	created_at timestamptz not null default now(),
	primary key (group_id, user_id),
	foreign key (workspace_id, group_id) references workspace_group (workspace_id, id) on delete cascade,
	foreign key (workspace_id, user_id) references workspace_member (workspace_id, user_id) on delete cascade
);
create index workspace_group_member_user on workspace_group_member (workspace_id, user_id);

create table workspace_invite (
	id text primary key,
	workspace_id text not null references workspace (id) on delete cascade,
	email text not null,
	role text not null check (role in ('admin', 'editor')),
	group_ids text[] not null default '{}',
	usage_limit bigint check (usage_limit >= 0),
	-- Only the hash: the code is in the mail.
	code_hash bytea not null unique,
	invited_by text references auth_user (id) on delete set null,
	created_at timestamptz not null default now(),
	expires_at timestamptz not null,
	accepted_at timestamptz
);
create unique index workspace_invite_email on workspace_invite (workspace_id, lower(email)) where accepted_at is null;

-- Every administrative act, by whom and on what. Rows are only ever added.
create table workspace_audit (
	id bigint generated always as identity primary key,
	workspace_id text not null references workspace (id) on delete cascade,
	at timestamptz not null default now(),
	-- Not a foreign key: who has left, or was deleted, still did it.
	actor_user_id text,
	actor_email text,
	via text not null,
	visitor text,
	class_name text not null,
	activity text not null,
	target text,
	details jsonb not null default '{}'
);
create index workspace_audit_page on workspace_audit (workspace_id, id desc);
