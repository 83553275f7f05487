-- Documents that become chapters. The text that was read is in the storage until the chapters are written.
create table studio_import (
	id text primary key,
	workspace_id text not null references workspace (id) on delete cascade,
	created_by text not null,
	-- `review` waits for the user to accept what was found. The others write at once: all chapters of a new project, all chapters
	-- of an existing one, or the text of one chapter.
	purpose text not null check (purpose in ('review', 'create', 'replace', 'chapter')),
	project_id text,
	chapter_id text references studio_chapter (id) on delete cascade,
	source_name text not null,
	-- Find the speakers afterwards, and give each a voice.
	assign_voices boolean not null default false,
	state text not null default 'reading' check (state in ('reading', 'review', 'writing', 'completed', 'failed')),
	progress real not null default 0,
	error text,
	-- What was found, for the review.
	document jsonb,
	-- From then on the import is part of the project.
	accepted_at timestamptz,
	created_at timestamptz not null default now(),
	foreign key (workspace_id, project_id) references studio_project (workspace_id, id) on delete cascade
);
create index studio_import_of_user on studio_import (workspace_id, created_by, created_at desc);
create index studio_import_of_project on studio_import (project_id, created_at desc) where accepted_at is not null;
create index studio_import_of_chapter on studio_import (chapter_id) where chapter_id is not null;
