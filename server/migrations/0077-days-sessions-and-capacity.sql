-- What an event says of its door. Events that are here keep what they did: members who are suspended go on coming in.
alter table event
  add column reentry text not null default 'once' check (reentry in ('once', 'free', 'checkout')),
  add column capacity integer check (capacity between 1 and 1000000),
  add column lets_suspended_in boolean not null default true;
alter table event alter lets_suspended_in set default false;

-- Parts of an event with a check-in of their own, by the clocks of the event.
create table event_session (
  business_id text not null,
  event_id text not null,
  session_id text not null default gen_random_uuid(),
  name text not null,
  day date not null,
  check_in_start text not null,
  check_in_end text not null,
  capacity integer check (capacity between 1 and 1000000),
  primary key (business_id, event_id, session_id),
  foreign key (business_id, event_id) references event
);
call isolate_by_business('event_session');

-- What a member is counted once for: the session's id, or the day.
alter table event_scan
  add column occasion text not null default '',
  add column direction text not null default 'In' check (direction in ('In', 'Out')),
  -- What the person at the door was told; null where that isn't known.
  add column told_as text,
  -- The clock of the device, whatever it was worth.
  add column device_time timestamptz,
  -- A door that knew nothing of another let somebody in again.
  add column is_let_in_twice boolean not null default false,
  -- Of the scan that counts: they have been checked out since.
  add column is_out boolean not null default false,
  add column undo_reason text;

-- The former version, which may still serve, knows of no occasions.
create function fill_occasion() returns trigger language plpgsql as $$
begin
  select coalesce((
      select s.session_id from event_session s
      where s.business_id = e.business_id and s.event_id = e.event_id and s.day = zone_day(e.time_zone, new.scanned_at)
        and s.check_in_start <= to_char(timezone(e.time_zone, new.scanned_at), 'HH24:MI')
      order by s.check_in_start desc, s.session_id limit 1),
    least(zone_day(e.time_zone, new.scanned_at), e.end_date)::text)
  into new.occasion from event e where e.business_id = new.business_id and e.event_id = new.event_id;
  new.occasion := coalesce(new.occasion, '');
  return new;
end $$;
create trigger occasions_are_filled before insert on event_scan
  for each row when (new.occasion = '') execute function fill_occasion();
