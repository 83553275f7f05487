-- The name under which others see what a user shares; the account's own name until one is chosen.
alter table auth_user add column public_user_name text;
