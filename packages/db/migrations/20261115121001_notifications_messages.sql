-- What a person is told inside the product. One row a person: what concerns a workspace is written once for each of its admins, so that
-- reading it is each one's own business.
create table notification (
	id text primary key,
	user_id text not null references auth_user (id) on delete cascade,
	-- Null: it is about the person and not about a workspace.
	workspace_id text references workspace (id) on delete cascade,
	severity text not null check (severity in ('info', 'success', 'warning', 'error')),
	title text not null,
	description text not null,
	needs_attention boolean not null default false,
	-- A page of the app where something can be done about it.
	link text,
	-- What it tells of, where that may be told twice: the second is dropped.
	cause text,
	created_at timestamptz not null default now(),
	read_at timestamptz
);
create unique index notification_cause on notification (user_id, cause) where cause is not null;
create index notification_newest on notification (user_id, created_at desc, id desc);
create index notification_unread on notification (user_id) where read_at is null;
create index notification_workspace on notification (workspace_id) where workspace_id is not null;
