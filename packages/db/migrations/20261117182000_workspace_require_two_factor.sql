-- Members without two-factor authentication can't use such a workspace.
alter table workspace add column require_two_factor boolean not null default false;
