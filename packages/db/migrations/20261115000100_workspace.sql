create table workspace (
	id text primary key,
	name text not null,
	owner_user_id text not null references auth_user (id) on delete cascade,
	tier text not null default 'free',
	created_at timestamptz not null default now()
);

create table workspace_member (
	workspace_id text not null references workspace (id) on delete cascade,
	user_id text not null references auth_user (id) on delete cascade,
	role text not null check (role in ('admin', 'editor')),
	created_at timestamptz not null default now(),
	primary key (workspace_id, user_id)
);
-- One workspace a user for now: a sign-up that is repeated or raced cannot make a second one.
create unique index workspace_member_user on workspace_member (user_id);
