-- When the key stops working; null means never.
alter table api_key add column expires_at timestamptz;
