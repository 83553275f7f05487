-- Who speaks the direct speech of a project. The lines themselves are passages of the chapters' documents.
create table studio_character (
	id text primary key,
	workspace_id text not null,
	project_id text not null,
	name text not null,
	-- Names by which the text calls the character.
	aliases text[] not null default '{}',
	gender text check (gender in ('female', 'male')),
	-- Null means the project's default voice of paragraphs.
	voice_id text,
	created_at timestamptz not null default now(),
	foreign key (workspace_id, project_id) references studio_project (workspace_id, id) on delete cascade
);
create index studio_character_of_project on studio_character (project_id, created_at, id);

-- The latest search for speakers.
create table studio_cast (
	project_id text primary key,
	workspace_id text not null,
	run_id text not null,
	state text not null default 'finding' check (state in ('finding', 'ready', 'failed')),
	progress real not null default 0,
	error text,
	foreign key (workspace_id, project_id) references studio_project (workspace_id, id) on delete cascade
);

-- Read from the document when it was last stored: characters with the number of their lines, '' for unknown speakers.
alter table studio_chapter add column character_ids text[] not null default '{}';
alter table studio_chapter add column character_lines int[] not null default '{}';
alter table studio_chapter add column unsure_lines int not null default 0;
