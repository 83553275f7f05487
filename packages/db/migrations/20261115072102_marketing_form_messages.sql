-- What was sent by the forms of the public pages. A token is good for one message, however often it is sent.
create table form_message (
	id text primary key,
	form text not null,
	token_id text unique,
	fields jsonb not null,
	created_at timestamptz not null default now()
);
create index form_message_newest on form_message (form, created_at desc);
