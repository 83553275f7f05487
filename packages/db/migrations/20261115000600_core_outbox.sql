-- Written in the transaction of the change it speaks of; a relay hands each row to the durable engine, its id being the idempotency key.
create table outbox (
	id bigint generated always as identity primary key,
	target text not null,
	target_key text not null,
	payload jsonb not null,
	created_at timestamptz not null default now(),
	delivered_at timestamptz,
	attempts integer not null default 0,
	last_error text
);
create index outbox_waiting on outbox (id) where delivered_at is null;
