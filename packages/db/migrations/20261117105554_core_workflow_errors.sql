-- Why a background job failed, as a sentence for users. Null unless it failed.
alter table history_export add column error text;
alter table privacy_export add column error text;
alter table privacy_deletion add column error text;
alter table speech_item add column check_error text;
alter table voice_preview_run add column error text;
alter table voice_sample add column separation_error text;
