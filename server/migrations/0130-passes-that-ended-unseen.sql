-- Until when the passes of a business that end by the calendar were looked for: what ended while it was suspended, or no server
-- was up, is told once somebody looks again, however long that was.
create table ended_passes_look (
  business_id text primary key references business,
  looked_at timestamptz not null
);
call isolate_by_business('ended_passes_look');
