-- False for an account that may stay signed in past the 8 hours, such as a screen on a wall.
alter table business_user add column auto_log_out boolean not null default true;
alter table super_administrator add column auto_log_out boolean not null default true;
