-- Revised manuscripts, read like other imports and compared with their project before they change it.
alter table studio_import drop constraint studio_import_purpose_check;
alter table studio_import add constraint studio_import_purpose_check
	check (purpose in ('review', 'create', 'replace', 'chapter', 'podcast', 'bundle', 'revision'));

create table studio_revision (
	import_id text primary key references studio_import (id) on delete cascade,
	workspace_id text not null,
	project_id text not null,
	via text not null,
	api_key_id text,
	-- Kinds of passages that stay in the text although an import leaves them out.
	keep text[] not null default '{}',
	-- While the import is read, its own state counts.
	state text not null default 'comparing' check (state in ('comparing', 'ready', 'applying', 'applied', 'failed')),
	error text,
	-- Of the project as it was compared. Null until then.
	fingerprint text,
	-- Counts, prices and what needs a choice. The changes themselves are in the storage.
	result jsonb,
	-- Locked blocks get the new text. Set when it is applied.
	replaces_locked boolean not null default false,
	foreign key (workspace_id, project_id) references studio_project (workspace_id, id) on delete cascade
);
create index studio_revision_of_project on studio_revision (project_id);
