-- What a generation was made of: its voices and sentences with the names of their takes, so that one sentence can be spoken anew and the
-- rest joined from what is kept; and what a check by listening found.
create table speech_item (
	history_item_id text primary key references history_item (id) on delete cascade,
	workspace_id text not null references workspace (id) on delete cascade,
	plan jsonb not null,
	check_state text not null default 'none' check (check_state in ('none', 'running', 'done', 'failed', 'unsupported')),
	check_run text,
	checked_by text,
	findings jsonb not null default '{}',
	-- Counts rebuilds of the audio: two retakes at the same moment must not undo each other.
	version integer not null default 1
);
