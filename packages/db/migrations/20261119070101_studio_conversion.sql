-- Audio of Studio. Each sentence keeps its takes; a snapshot is the audio of a chapter or a project as it was.

alter table studio_project add column quality_check boolean not null default true;
-- Who asked for a conversion as soon as the text is complete. Null if nobody has.
alter table studio_project add column auto_convert jsonb;

-- One rendering of a sentence. The audio is the stored take with this hash.
create table studio_take (
	id text primary key,
	workspace_id text not null,
	project_id text not null,
	-- Identifies the sentence by its text, so that its takes follow it through the manuscript.
	sentence_key text not null,
	text text not null,
	-- The hash without a seed: takes with the same one only differ by chance.
	base_hash text not null,
	hash text not null,
	seed bigint,
	voice_id text not null,
	voice_name text not null,
	model_id text not null,
	-- What the speech node was told: engine, speaker, language and settings.
	voice jsonb not null,
	seconds real not null,
	-- What the take check found. Null until it has listened.
	verdict text check (verdict in ('good', 'misread', 'unsure')),
	checked_by text,
	-- Misread words, with offsets in the sentence.
	words jsonb not null default '[]',
	-- A person has listened and accepts it as it is.
	accepted boolean not null default false,
	-- Of the takes with this base hash, the one that is used.
	chosen boolean not null default false,
	created_by text not null,
	created_at timestamptz not null default now(),
	unique (project_id, hash),
	foreign key (workspace_id, project_id) references studio_project (workspace_id, id) on delete cascade
);
create index studio_take_of_sentence on studio_take (project_id, sentence_key, created_at);
create unique index studio_take_chosen on studio_take (project_id, base_hash) where chosen;
create index studio_take_misread on studio_take (project_id, created_at) where verdict = 'misread' and not accepted;

-- A sentence of a block that uses this take whatever its voice and settings are now.
create table studio_pin (
	workspace_id text not null,
	project_id text not null,
	block_id text not null,
	sentence_key text not null,
	-- Counts sentences with the same text within the block.
	occurrence int not null,
	take_id text not null references studio_take (id) on delete cascade,
	-- Set when the block was locked, and removed when it is unlocked.
	by_lock boolean not null,
	primary key (project_id, block_id, sentence_key, occurrence),
	foreign key (workspace_id, project_id) references studio_project (workspace_id, id) on delete cascade
);

-- Approved blocks, which are never rendered again.
create table studio_lock (
	workspace_id text not null,
	project_id text not null,
	block_id text not null,
	created_by text not null,
	created_at timestamptz not null default now(),
	primary key (project_id, block_id),
	foreign key (workspace_id, project_id) references studio_project (workspace_id, id) on delete cascade
);

create table studio_chapter_snapshot (
	id text primary key,
	workspace_id text not null,
	project_id text not null,
	chapter_id text not null references studio_chapter (id) on delete cascade,
	name text not null,
	-- Number of the update of the document up to which the text is spoken.
	seq bigint not null,
	-- Sentences and their times are in the storage, beside the audio.
	-- Hash of its takes and pauses: text that sounds the same is not joined again.
	fingerprint text not null,
	audio_key text not null,
	audio_bytes bigint not null,
	data_key text not null,
	seconds real not null,
	sentences int not null,
	characters int not null,
	peaks bytea not null,
	created_at timestamptz not null default now(),
	foreign key (workspace_id, project_id) references studio_project (workspace_id, id) on delete cascade
);
create index studio_chapter_snapshot_newest on studio_chapter_snapshot (chapter_id, created_at desc, id desc);

create table studio_project_snapshot (
	id text primary key,
	workspace_id text not null,
	project_id text not null,
	name text not null,
	-- In reading order.
	chapter_snapshot_ids text[] not null,
	seconds real not null,
	created_at timestamptz not null default now(),
	foreign key (workspace_id, project_id) references studio_project (workspace_id, id) on delete cascade
);
create index studio_project_snapshot_newest on studio_project_snapshot (project_id, created_at desc, id desc);

-- A request to generate the audio of a project, a chapter or a block. Those of a workspace run one after another.
create table studio_conversion (
	id text primary key,
	workspace_id text not null,
	project_id text not null,
	created_by text not null,
	via text not null,
	api_key_id text,
	-- Null means all chapters, and the whole chapter.
	chapter_id text references studio_chapter (id) on delete cascade,
	block_id text,
	state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'canceled')),
	error text,
	-- What was to be paid when it was requested. Null if it started by itself.
	credits int,
	characters int,
	misread int not null default 0,
	mended int not null default 0,
	created_at timestamptz not null default now(),
	started_at timestamptz,
	finished_at timestamptz,
	foreign key (workspace_id, project_id) references studio_project (workspace_id, id) on delete cascade
);
create index studio_conversion_of_project on studio_conversion (project_id, created_at desc, id desc);
create index studio_conversion_queue on studio_conversion (workspace_id, created_at, id) where state in ('queued', 'running');

create table studio_conversion_chapter (
	conversion_id text not null references studio_conversion (id) on delete cascade,
	workspace_id text not null references workspace (id) on delete cascade,
	chapter_id text not null references studio_chapter (id) on delete cascade,
	position int not null,
	state text not null default 'waiting' check (state in ('waiting', 'rendering', 'joining', 'done')),
	sentences int not null default 0,
	sentences_done int not null default 0,
	primary key (conversion_id, chapter_id)
);
create index studio_conversion_chapter_of_chapter on studio_conversion_chapter (chapter_id);

-- The latest attempt to render a batch of sentences. An attempt that takes over settles the generation of the one before.
create table studio_conversion_batch (
	conversion_id text not null references studio_conversion (id) on delete cascade,
	workspace_id text not null references workspace (id) on delete cascade,
	chapter_id text not null,
	batch int not null,
	generation_id text not null,
	primary key (conversion_id, chapter_id, batch)
);
