-- A link with which people without an account listen to a project, comment on it and approve chapters.
create table studio_review (
	id text primary key,
	workspace_id text not null,
	project_id text not null,
	created_by text not null,
	-- Only a hash of the token is stored.
	token_hash bytea not null unique,
	label text not null,
	-- Null means all chapters, also those that are added later.
	chapter_ids text[],
	may_comment boolean not null,
	may_approve boolean not null,
	created_at timestamptz not null default now(),
	expires_at timestamptz not null,
	withdrawn_at timestamptz,
	unique (workspace_id, id),
	foreign key (workspace_id, project_id) references studio_project (workspace_id, id) on delete cascade
);
create index studio_review_of_project on studio_review (project_id, created_at desc, id desc);

-- Someone who has given a name on the page of a link. Their browser keeps the key.
create table studio_review_guest (
	id text primary key,
	workspace_id text not null,
	review_id text not null,
	key_hash bytea not null unique,
	name text not null,
	created_at timestamptz not null default now(),
	foreign key (workspace_id, review_id) references studio_review (workspace_id, id) on delete cascade
);
create index studio_review_guest_of_review on studio_review_guest (review_id);

create table studio_review_approval (
	workspace_id text not null,
	review_id text not null,
	guest_id text not null references studio_review_guest (id) on delete cascade,
	chapter_id text not null references studio_chapter (id) on delete cascade,
	-- The recording that was approved. The chapter may have a newer one now.
	snapshot_id text not null,
	created_at timestamptz not null default now(),
	primary key (guest_id, snapshot_id),
	foreign key (workspace_id, review_id) references studio_review (workspace_id, id) on delete cascade
);
create index studio_review_approval_of_review on studio_review_approval (review_id, created_at);
create index studio_review_approval_of_chapter on studio_review_approval (chapter_id);

-- Guests comment at a time of a recording.
alter table studio_comment
	alter column created_by drop not null,
	add column guest_id text references studio_review_guest (id) on delete cascade,
	add column snapshot_id text,
	add column audio_seconds real,
	add constraint studio_comment_author check (num_nonnulls(created_by, guest_id) = 1);
create index studio_comment_of_guest on studio_comment (guest_id) where guest_id is not null;

-- Two pieces of audio that guests compare without knowing which is which.
create table studio_comparison (
	id text primary key,
	workspace_id text not null,
	review_id text not null,
	kind text not null check (kind in ('takes', 'voices')),
	text text not null,
	-- What the owner sees: names, and the ids of the takes or voices. The first is candidate 0.
	candidate_names text[] not null check (cardinality(candidate_names) = 2),
	candidate_ids text[] not null check (cardinality(candidate_ids) = 2),
	-- Decides who hears which first. Never sent.
	seed text not null,
	created_by text not null,
	created_at timestamptz not null default now(),
	ended_at timestamptz,
	unique (workspace_id, id),
	foreign key (workspace_id, review_id) references studio_review (workspace_id, id) on delete cascade
);
create index studio_comparison_of_review on studio_comparison (review_id, created_at);

create table studio_vote (
	workspace_id text not null,
	comparison_id text not null,
	guest_id text not null references studio_review_guest (id) on delete cascade,
	candidate smallint not null check (candidate in (0, 1)),
	created_at timestamptz not null default now(),
	primary key (comparison_id, guest_id),
	foreign key (workspace_id, comparison_id) references studio_comparison (workspace_id, id) on delete cascade
);
