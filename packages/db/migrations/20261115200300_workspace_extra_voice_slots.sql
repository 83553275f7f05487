-- Professional voices beyond those of the plan.
alter table workspace add column extra_pvc_slots integer not null default 0 check (extra_pvc_slots >= 0);
