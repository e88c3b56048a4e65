-- The list of members who may come to an event, made once for all of its doors that see the same venues, by a job that goes
-- through the members in pieces. It is gone with the event.
create table door_list (
  business_id text not null,
  event_id text not null,
  -- The venues that its doors are confined to, with commas between; empty for all.
  venues text not null,
  -- What else its lines depend on, beside the members: the event's revision, levels and the day.
  state text not null default '',
  -- How many it will have, as far as is known.
  expected integer,
  -- Where the members are looked at next, and when that was done last; null once all have been.
  next_id text default '',
  worked_at timestamptz not null default now(),
  -- Since when all of it was as its parts say; null until it is whole.
  checked_at timestamptz,
  primary key (business_id, event_id, venues),
  foreign key (business_id, event_id) references event
);
call isolate_by_business('door_list', open_to_platform => true);

-- A piece of a list: the members from an id up to the next piece's. Its name is made from its content.
create table door_list_part (
  business_id text not null,
  event_id text not null,
  venues text not null,
  from_id text not null,
  part text not null,
  -- What its lines were made from: while it is the same, so are they.
  state text not null,
  guests integer not null,
  -- Lines, compressed.
  content bytea not null,
  primary key (business_id, event_id, venues, from_id),
  foreign key (business_id, event_id, venues) references door_list on delete cascade
);
alter table door_list_part alter content set storage external;
create index door_list_part_by_name on door_list_part (business_id, event_id, venues, part);
call isolate_by_business('door_list_part');
