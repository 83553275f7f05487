-- The credit limit of members who join without one of their own.
alter table workspace add column default_usage_limit bigint check (default_usage_limit >= 0);
