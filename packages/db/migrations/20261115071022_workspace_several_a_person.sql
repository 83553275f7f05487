-- A person may be a member of several workspaces, but an account still makes one only: a sign-up that is repeated or raced
-- finds the name taken.
alter table workspace add column made_for_user_id text references auth_user (id) on delete set null;
update workspace set made_for_user_id = owner_user_id;
create unique index workspace_made_for_user on workspace (made_for_user_id);
drop index workspace_member_user;
create index workspace_member_user on workspace_member (user_id);

-- Which of them a session works in, once it has chosen. Gone with the session, and with the membership.
create table workspace_choice (
	session_id text primary key references auth_session (id) on delete cascade,
	workspace_id text not null,
	user_id text not null,
	foreign key (workspace_id, user_id) references workspace_member (workspace_id, user_id) on delete cascade
);
create index workspace_choice_member on workspace_choice (workspace_id, user_id);
