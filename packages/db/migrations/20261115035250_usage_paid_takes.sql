-- Sentences a workspace has paid for, by the name of their sound. Written in the statement that records their delivery, so that whatever
-- ends the generation (also the sweep of a process that died) has charged for every one of them, once.
create table credit_paid_take (
	workspace_id text not null references workspace (id) on delete cascade,
	key text not null,
	generation_id text not null,
	created_at timestamptz not null default now(),
	primary key (workspace_id, key)
);
create index credit_paid_take_generation on credit_paid_take (generation_id);
