-- Every mail there is to send, written in the transaction of what it tells of. `kept`: no mail server is set up.
create table mail (
	id text primary key,
	to_address text not null,
	from_address text not null,
	reply_to text,
	subject text not null,
	body text not null,
	state text not null default 'waiting' check (state in ('waiting', 'sent', 'kept', 'failed')),
	last_error text,
	created_at timestamptz not null default now(),
	sent_at timestamptz
);
create index mail_newest on mail (created_at desc);
