-- What the figures of an event also need of scans that have fallen away: what they were for, a session or a day ('' for those
-- that fell before this was kept), and how many members were let in twice.
alter table event_scan_sum
  add column occasion text not null default '',
  add column twice integer not null default 0;

-- When it last failed: whoever put the line on Today aside is told of what failed since.
alter table reload_payment add column refund_failed_at timestamptz;
