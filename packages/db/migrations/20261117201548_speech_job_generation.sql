-- The generation of the latest attempt of a job. An attempt that takes over settles it, and the earlier one then ends without a charge.
alter table speech_job add column generation_id text;
