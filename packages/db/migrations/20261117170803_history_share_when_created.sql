-- Every item has a share id from the start, so that its link can be shown before it works. It works while `shared_at` is set.
alter table history_item add column shared_at timestamptz;
update history_item set shared_at = created_at where share_id is not null;
update history_item set share_id = replace(gen_random_uuid()::text, '-', '') where share_id is null;
alter table history_item
	alter column share_id set default replace(gen_random_uuid()::text, '-', ''),
	alter column share_id set not null;
drop index history_item_shared;
create index history_item_shared on history_item (user_id, created_at desc) where shared_at is not null;
