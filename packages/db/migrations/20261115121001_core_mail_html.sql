-- The same words with their links and headings; null where a mail is plain text only.
alter table mail add column html text;
-- How many mails somebody got lately.
create index mail_receiver on mail (lower(to_address), created_at desc);
