-- Recent API requests with a key, for developers. Without bodies, query values and headers.
create table api_request (
	number bigint generated always as identity primary key,
	request_id text not null,
	workspace_id text not null references workspace (id) on delete cascade,
	user_id text not null references auth_user (id) on delete cascade,
	api_key_id text not null references api_key (id) on delete cascade,
	method text not null,
	-- The path with its parameter names, such as /v1/voices/{voice_id}.
	path text not null,
	status integer not null,
	error_code text,
	duration_ms integer not null,
	created_at timestamptz not null
);
create index api_request_page on api_request (workspace_id, number desc);
create index api_request_user on api_request (user_id, workspace_id, number desc);
create index api_request_key on api_request (api_key_id, number desc);
create index api_request_age on api_request (created_at);
