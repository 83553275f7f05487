-- Which voices spoke in a generation, each with its rate, characters and credits. Null: `voice_id` has all of it at the usual price.
alter table credit_entry add column voices jsonb;
