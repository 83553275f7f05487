-- Who is told over HTTP when a conversion of a project has ended.
alter table studio_project add column callback_url text;
