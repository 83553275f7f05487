-- Podcasts are written from their sources like other imports.
alter table studio_import drop constraint studio_import_purpose_check;
alter table studio_import add constraint studio_import_purpose_check
	check (purpose in ('review', 'create', 'replace', 'chapter', 'podcast'));
-- Who wrote the script of a podcast: a language model, or rules that choose sentences of its sources.
alter table studio_import add column script_by text check (script_by in ('model', 'rules'));
