-- Workspaces without a plan of their own follow the server's default plan.
alter table workspace add column tier_chosen boolean not null default false;
update workspace set tier_chosen = true where tier <> 'free';
