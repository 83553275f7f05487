create table pronunciation_dictionary (
	id text primary key,
	workspace_id text not null references workspace (id) on delete cascade,
	name text not null,
	description text,
	-- What members other than the maker and the admins may do; null is what their role says.
	workspace_access text check (workspace_access in ('admin', 'editor', 'commenter', 'viewer')),
	created_by text not null,
	created_at timestamptz not null default now(),
	archived_at timestamptz,
	-- The number of the newest version; raised under the row's lock, so that changes at the same time follow each other.
	latest_version int not null default 1,
	unique (workspace_id, id)
);
create index pronunciation_dictionary_newest on pronunciation_dictionary (workspace_id, created_at desc, id desc);
create index pronunciation_dictionary_name on pronunciation_dictionary (workspace_id, lower(name), id);

-- Never changed once written: sound made with a version can always be made again.
create table pronunciation_version (
	id text primary key,
	workspace_id text not null,
	dictionary_id text not null,
	number int not null,
	rules jsonb not null,
	rules_num int not null,
	created_by text not null,
	created_at timestamptz not null default now(),
	foreign key (workspace_id, dictionary_id) references pronunciation_dictionary (workspace_id, id) on delete cascade,
	unique (dictionary_id, number),
	unique (workspace_id, dictionary_id, id)
);

-- The workspace's pronunciation_dictionary_locators, in order; version_id null is whatever is newest.
create table pronunciation_default (
	workspace_id text not null,
	position int not null,
	dictionary_id text not null,
	version_id text,
	primary key (workspace_id, position),
	foreign key (workspace_id, dictionary_id) references pronunciation_dictionary (workspace_id, id) on delete cascade,
	foreign key (workspace_id, dictionary_id, version_id)
		references pronunciation_version (workspace_id, dictionary_id, id) on delete cascade,
	unique (workspace_id, dictionary_id)
);
