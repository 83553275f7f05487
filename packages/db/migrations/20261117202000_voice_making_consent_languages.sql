-- Language of a sentence to read aloud, and of the one that was read.
alter table voice_captcha add column language text not null default 'en';
alter table voice_consent add column language text not null default 'en';
