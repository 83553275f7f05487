-- Who needs stored takes beside the history. A take is deleted when nobody needs it any more.
create table take_hold (
	workspace_id text not null references workspace (id) on delete cascade,
	hash text not null,
	-- What needs it, such as a Studio project.
	holder text not null,
	primary key (workspace_id, hash, holder)
);
create index take_hold_of_holder on take_hold (workspace_id, holder);
