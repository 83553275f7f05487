-- Topics that a user does not want to be notified about.
create table notification_preference (
	user_id text primary key references auth_user (id) on delete cascade,
	muted_topics text[] not null default '{}'
);
