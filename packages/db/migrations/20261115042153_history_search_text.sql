-- Search in small letters, made small once: to lower each text anew for each search was the greater part of its time.
alter table history_item add column search_text text generated always as (lower(text)) stored;
drop index if exists history_item_text;
do $$
begin
	if exists (select from pg_extension where extname = 'pg_trgm') then
		create index history_item_search on history_item using gin (search_text gin_trgm_ops);
	end if;
end
$$;
