-- The table rate-limiter-flexible expects; unlogged, because losing it in a crash only forgives some requests.
create unlogged table rate_limit (
	key varchar(255) primary key,
	points integer not null default 0,
	expire bigint
);
