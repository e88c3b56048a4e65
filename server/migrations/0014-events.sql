-- Events of a business. Days and times are those of the event's own time zone.
create table event (
  business_id text not null references business,
  event_id text not null default gen_random_uuid(),
  name text not null,
  location text not null,
  start_date date not null,
  end_date date not null check (end_date >= start_date),
  check_in_start text not null,
  check_in_end text not null,
  time_zone text not null,
  member_filter text not null,
  status text not null default 'Draft' check (status in ('Draft', 'Published', 'Completed', 'Canceled', 'Deleted')),
  -- The door is open between these: a scan that comes in late is judged by when it was made.
  published_at timestamptz,
  closed_at timestamptz,
  -- Grows with every change: doors remember an event until it does.
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  sort_name text collate "C" not null generated always as (plain(name)) stored,
  primary key (business_id, event_id)
);
call isolate_by_business('event');
create index event_by_name on event (business_id, sort_name, event_id) where status <> 'Deleted';
create index event_by_date on event (business_id, start_date, event_id) where status <> 'Deleted';
create index event_by_change on event (business_id, updated_at, event_id) where status <> 'Deleted';

-- Every scan, whatever came of it. Its id is the device's: sent twice it is one.
create table event_scan (
  business_id text not null,
  event_id text not null,
  scan_id text not null,
  member_id text,
  code text not null,
  result text not null,
  reason text,
  scanned_at timestamptz not null,
  received_at timestamptz not null default now(),
  device_name text not null,
  actor_id text not null,
  actor_name text not null,
  override_reason text,
  undone_at timestamptz,
  undone_by text,
  primary key (business_id, event_id, scan_id),
  foreign key (business_id, event_id) references event,
  foreign key (business_id, member_id) references member
);
call isolate_by_business('event_scan');
revoke delete on event_scan from hub_app;
-- Nobody is in twice, whatever doors do at the same time.
create unique index event_scan_counted on event_scan (business_id, event_id, member_id)
  where result = 'Valid' and undone_at is null;
create index event_scan_attendance on event_scan (business_id, event_id, scanned_at, scan_id)
  where result = 'Valid' and undone_at is null;
create index event_scan_newest on event_scan (business_id, event_id, scanned_at, scan_id);
create index event_scan_of_member on event_scan (business_id, event_id, member_id);

-- Links that open one event's door without an account, until it is over.
create table door_kit (
  business_id text not null,
  event_id text not null,
  door_kit_id text not null default gen_random_uuid(),
  name text not null,
  secret_hash bytea not null,
  -- Those that whoever made it was confined to; null means all.
  venues text[],
  created_by text not null,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  primary key (business_id, event_id, door_kit_id),
  foreign key (business_id, event_id) references event
);
call isolate_by_business('door_kit');
create unique index door_kit_by_secret on door_kit (business_id, secret_hash);

-- What doors find a member by, beside the membership number.
create index member_by_card on member (business_id, card_number) where card_number is not null;
create index member_by_badge on member (business_id, badge_number) where badge_number is not null;

-- What a door keeps of a code: enough to know it again, too little to write a card with.
create function code_hash(business_id text, code text) returns text
  language sql immutable parallel safe strict
  return translate(encode(substring(sha256(convert_to(business_id || ' ' || upper(code), 'UTF8')) for 9), 'base64'), '+/', '-_');

-- A member chosen by name at the door is named by the hash of the first code there is.
create function door_name(business_id text, membership_number text, card_number text, badge_number text) returns text
  language sql immutable parallel safe
  return public.code_hash(business_id, coalesce(membership_number, card_number, badge_number));
create index member_by_door_name on member (business_id, door_name(business_id, membership_number, card_number, badge_number))
  where deleted_at is null;
