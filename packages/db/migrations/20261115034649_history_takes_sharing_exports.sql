-- SFX is ours: sound effects share the table and are listed elsewhere.
alter table history_item drop constraint history_item_source_check;
alter table history_item add constraint history_item_source_check check (source in (
	'TTS', 'STS', 'Projects', 'PD', 'AN', 'Dubbing', 'PlayAPI', 'ConvAI', 'VoiceGeneration', 'InVPC', 'Flows', 'SFX'
));

-- The sentences it is made of: [{start, end, key, seconds, cached}].
alter table history_item add column takes jsonb;
alter table history_item add column alignment_key text;
alter table history_item add column dialogue jsonb;
alter table history_item add column take_check jsonb;
-- Hidden at once; a durable timer removes the row and its audio when the time for second thoughts is over.
alter table history_item add column deleted_at timestamptz;
alter table history_item add column share_id text unique;
alter table history_item add column feedback jsonb;

create index history_item_deleted on history_item (deleted_at) where deleted_at is not null;

-- Search looks for any part of the text. Without the extension (a database that does not have it or may not load it) it still
-- works, by reading the workspace's rows.
do $$
begin
	create extension if not exists pg_trgm;
exception when others then
	raise notice 'pg_trgm is not available: %', sqlerrm;
end
$$;
do $$
begin
	if exists (select from pg_extension where extname = 'pg_trgm') then
		create index history_item_text on history_item using gin (text gin_trgm_ops);
	end if;
end
$$;

-- An archive being made, or made. Its items are fixed when it is asked for.
create table history_export (
	id text primary key,
	workspace_id text not null references workspace (id) on delete cascade,
	user_id text not null,
	status text not null default 'waiting' check (status in ('waiting', 'running', 'done', 'failed', 'cancelled', 'expired')),
	output_format text not null,
	item_ids text[] not null,
	done integer not null default 0,
	skipped integer not null default 0,
	file_key text,
	size_bytes bigint,
	created_at timestamptz not null default now(),
	finished_at timestamptz,
	expires_at timestamptz
);
create index history_export_workspace on history_export (workspace_id, created_at desc);
