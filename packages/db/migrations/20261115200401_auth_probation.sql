-- While it lasts, none of the person's own voices speaks before it was verified.
alter table auth_profile add column probation_until timestamptz;
alter table auth_profile add column probation_reason text;
