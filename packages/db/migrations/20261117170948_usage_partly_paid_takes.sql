-- A generation that ends within a sentence has paid for part of it. One row per generation, so that a refund removes only what it paid.

alter table credit_paid_take add column characters integer check (characters > 0);
comment on column credit_paid_take.characters is 'null: the rest of the sentence';
alter table credit_paid_take drop constraint credit_paid_take_pkey, add primary key (workspace_id, key, generation_id);
