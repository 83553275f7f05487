-- Who has read the warning about the use of voices. A new reason to warn removes the row.
create table safety_warning_dismissed (
	user_id text primary key references auth_user (id) on delete cascade,
	dismissed_at timestamptz not null default now()
);

-- Readings that were not the voice's, by the event that told of each: heard again, it counts once.
create table safety_failed_reading (
	event_id text primary key,
	user_id text not null references auth_user (id) on delete cascade,
	voice_id text not null,
	failed_at timestamptz not null default now()
);
create index safety_failed_reading_user on safety_failed_reading (user_id, failed_at desc);

-- By what a recording is recognised that was made here. Goes with the item of the history, and so with the account.
create table safety_fingerprint (
	history_item_id text primary key references history_item (id) on delete cascade,
	workspace_id text not null references workspace (id) on delete cascade,
	file_hash bytea not null,
	seconds double precision not null,
	words bytea not null,
	keys integer[] not null,
	made_at timestamptz not null
);
create index safety_fingerprint_file on safety_fingerprint (file_hash);
create index safety_fingerprint_keys on safety_fingerprint using gin (keys);
