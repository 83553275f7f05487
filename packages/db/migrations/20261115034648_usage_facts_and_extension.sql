-- A workspace that extends its limit may spend beyond it: up to max_extension, and never more than its plan gives on top.
alter table credit_account add column extension_allowed boolean not null default false;
alter table credit_account add column max_extension bigint check (max_extension >= 0);

-- What a generation is about, known before its first sound, so that even one whose process died is booked under its voice and model.
alter table credit_reservation add column facts jsonb;

alter table credit_entry add column user_id text;
alter table credit_entry add column api_key_id text;
alter table credit_entry add column voice_id text;
alter table credit_entry add column voice_name text;
alter table credit_entry add column model_id text;
alter table credit_entry add column source text;
alter table credit_entry add column via text;
alter table credit_entry add column characters bigint;
alter table credit_entry add column seconds double precision;
alter table credit_entry add column first_audio_ms double precision;

create index credit_reservation_workspace on credit_reservation (workspace_id, created_at);
