-- A file that a user sends in one request or in parts. Its bytes are in object storage, one object for each part.
create table upload (
	id text primary key,
	workspace_id text not null references workspace (id) on delete cascade,
	created_by text references auth_user (id) on delete set null,
	file_name text not null,
	bytes bigint not null,
	received_bytes bigint not null default 0,
	-- What uses the upload, for example a transcript. Deletes it when done; null until then.
	used_by text,
	expires_at timestamptz not null,
	created_at timestamptz not null default now()
);
create index upload_workspace on upload (workspace_id, created_at);

create table upload_part (
	upload_id text not null references upload (id) on delete cascade,
	at_byte bigint not null,
	bytes bigint not null,
	-- Contains a random id: a repeated part never overwrites a stored one.
	storage_key text not null,
	primary key (upload_id, at_byte)
);
