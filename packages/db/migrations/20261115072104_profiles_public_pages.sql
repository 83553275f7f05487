-- A person's public page: there only once its owner chose a name for it, and seen by others only while it is public.
create table profile (
	user_id text primary key references auth_user (id) on delete cascade,
	-- In lower case.
	handle text unique,
	is_public boolean not null default false,
	-- Whether it lists what its owner shared by link, which until then only those with the link can find.
	list_shared boolean not null default false,
	updated_at timestamptz not null default now(),
	check (handle is not null or not is_public)
);
create index history_item_shared on history_item (user_id, created_at desc) where share_id is not null;
