-- Analytics events come from browsers that allow them and belong to nobody. Events that named a user were stored without
-- asking, so they go.
delete from analytics_event where user_id is not null;
alter table analytics_event
	drop column user_id,
	drop column workspace_id;
