-- Counts the edits of words and speakers, so that one person's edits don't overwrite another's.
alter table transcript add column revision integer not null default 0;
-- The waveform for the editor: the loudest sample of each of up to 2,000 equal parts, 0 to 255.
alter table transcript add column peaks bytea;
