-- Files that are made of a project: audiobooks, masters, captions, bundles.
create table studio_export (
	id text primary key,
	workspace_id text not null,
	project_id text not null,
	created_by text not null,
	via text not null,
	api_key_id text,
	format text not null,
	settings jsonb not null,
	-- The snapshots that it is made of, in reading order.
	chapters jsonb not null,
	state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'canceled')),
	progress real not null default 0,
	error text,
	file_key text,
	file_name text,
	content_type text,
	bytes bigint,
	sha256 text,
	-- What was measured, and where each chapter starts.
	report jsonb,
	created_at timestamptz not null default now(),
	finished_at timestamptz,
	foreign key (workspace_id, project_id) references studio_project (workspace_id, id) on delete cascade
);
create index studio_export_of_project on studio_export (project_id, created_at desc, id desc);
create index studio_export_queue on studio_export (workspace_id, created_at, id) where state in ('queued', 'running');

-- The picture of a project, which is in the storage. The id changes with the picture.
alter table studio_project add column cover_id text;
alter table studio_project add column cover_type text check (cover_type in ('image/jpeg', 'image/png'));

-- Bundles become projects like other imports.
alter table studio_import drop constraint studio_import_purpose_check;
alter table studio_import add constraint studio_import_purpose_check
	check (purpose in ('review', 'create', 'replace', 'chapter', 'podcast', 'bundle'));
-- Names of voices of a bundle that the workspace doesn't have. The default voice speaks instead of them.
alter table studio_import add column replaced_voices text[] not null default '{}';
