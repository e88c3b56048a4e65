alter table venue
  add column loyalty_integration_id text,
  add column membership_integration_id text,
  add column gaming_integration_id text,
  add column maximum_hold_seconds integer not null default 3600,
  -- Given by the server, counting up in each business: people say it, and lists are sorted by it.
  add check (venue_no ~ '^[1-9][0-9]{0,8}$');
create index venue_by_number on venue (business_id, (venue_no::integer));

-- The kinds of points a venue gives, and how many of each are a dollar.
create table points_type (
  business_id text not null,
  venue_no text not null,
  points_type_id text not null,
  points_to_dollar_ratio numeric(11, 4) not null check (points_to_dollar_ratio > 0),
  is_default boolean not null,
  primary key (business_id, venue_no, points_type_id),
  foreign key (business_id, venue_no) references venue
);
call isolate_by_business('points_type');
create unique index points_type_by_name on points_type (business_id, venue_no, lower(points_type_id));
create unique index points_type_default on points_type (business_id, venue_no) where is_default;
