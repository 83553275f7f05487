-- Where a session begins that has chosen nothing: whoever joins a workspace works in it.
alter table workspace_member add column joined_at timestamptz;

-- Roles on single things, beyond what everybody in the workspace may. One target, a person or a group; none is every member.
create table workspace_resource_share (
	workspace_id text not null references workspace (id) on delete cascade,
	resource_type text not null,
	resource_id text not null,
	-- Who made the thing.
	owner_user_id text not null,
	user_id text,
	group_id text,
	role text not null check (role in ('admin', 'editor', 'commenter', 'viewer')),
	created_at timestamptz not null default now(),
	check (num_nonnulls(user_id, group_id) <= 1),
	-- Gone with the membership and with the group.
	foreign key (workspace_id, user_id) references workspace_member (workspace_id, user_id) on delete cascade,
	foreign key (workspace_id, group_id) references workspace_group (workspace_id, id) on delete cascade,
	unique nulls not distinct (workspace_id, resource_type, resource_id, user_id, group_id)
);
create index workspace_resource_share_member on workspace_resource_share (workspace_id, user_id) where user_id is not null;
create index workspace_resource_share_group on workspace_resource_share (workspace_id, group_id) where group_id is not null;

-- With which groups everything is shared that a service account makes.
create table workspace_default_share (
	workspace_id text not null,
	user_id text not null,
	group_id text not null,
	role text not null check (role in ('admin', 'editor', 'viewer')),
	primary key (workspace_id, user_id, group_id),
	foreign key (workspace_id, user_id) references workspace_member (workspace_id, user_id) on delete cascade,
	foreign key (workspace_id, group_id) references workspace_group (workspace_id, id) on delete cascade
);
create index workspace_default_share_group on workspace_default_share (workspace_id, group_id);
