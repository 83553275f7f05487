-- Long-form projects. The text of a chapter is a Yjs document: its merged state plus the updates since then.
create table studio_project (
	id text primary key,
	workspace_id text not null references workspace (id) on delete cascade,
	created_by text not null,
	name text not null,
	default_title_voice_id text not null,
	default_paragraph_voice_id text not null,
	title text,
	author text,
	isbn_number text,
	description text not null default '',
	genres text[] not null default '{}',
	target_audience text not null default 'all ages',
	language text not null default '',
	content_type text not null default '',
	original_publication_date text not null default '',
	mature_content boolean not null default false,
	fiction text,
	source_type text,
	quality_preset text not null default 'standard',
	apply_text_normalization text not null default 'auto',
	acx_volume_normalization boolean not null default false,
	continue_playing boolean not null default false,
	-- What members other than the creator and admins may do. Null means their role.
	workspace_access text check (workspace_access in ('admin', 'editor', 'commenter', 'viewer')),
	created_at timestamptz not null default now(),
	chapters_changed_at timestamptz not null default now(),
	unique (workspace_id, id)
);
create index studio_project_newest on studio_project (workspace_id, created_at desc, id desc);

create table studio_project_dictionary (
	workspace_id text not null,
	project_id text not null,
	position int not null,
	dictionary_id text not null,
	version_id text,
	primary key (project_id, position),
	foreign key (workspace_id, project_id) references studio_project (workspace_id, id) on delete cascade,
	foreign key (workspace_id, dictionary_id) references pronunciation_dictionary (workspace_id, id) on delete cascade
);

create table studio_chapter (
	id text primary key,
	workspace_id text not null,
	project_id text not null,
	position int not null,
	name text not null,
	-- Merged state of the document up to `merged_seq`; later updates are in studio_chapter_update.
	document bytea not null,
	merged_seq bigint not null default 0,
	-- Number of the latest update. Raised under the row's lock, so updates are numbered without gaps in commit order.
	last_seq bigint not null default 0,
	-- Read from the document when it was last stored.
	block_ids text[] not null default '{}',
	-- In order of appearance, with the number of characters of each. `title` and `paragraph` are the project's default voices.
	voice_ids text[] not null default '{}',
	voice_characters int[] not null default '{}',
	body text not null default '',
	created_at timestamptz not null default now(),
	changed_at timestamptz,
	unique (workspace_id, id),
	foreign key (workspace_id, project_id) references studio_project (workspace_id, id) on delete cascade
);
create index studio_chapter_order on studio_chapter (project_id, position);

create table studio_chapter_update (
	workspace_id text not null,
	chapter_id text not null,
	seq bigint not null,
	update bytea not null,
	created_at timestamptz not null default now(),
	primary key (chapter_id, seq),
	foreign key (workspace_id, chapter_id) references studio_chapter (workspace_id, id) on delete cascade
);

create table studio_comment (
	id text primary key,
	workspace_id text not null,
	chapter_id text not null,
	created_by text not null,
	body text not null,
	-- The passage: its text when the comment was written, and Yjs relative positions.
	quote text not null,
	passage_start text not null,
	passage_end text not null,
	resolved_at timestamptz,
	created_at timestamptz not null default now(),
	foreign key (workspace_id, chapter_id) references studio_chapter (workspace_id, id) on delete cascade
);
create index studio_comment_of_chapter on studio_comment (chapter_id, created_at, id);
