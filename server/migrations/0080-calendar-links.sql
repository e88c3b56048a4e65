-- The link that calendars read a business's events by. The hash finds it, the sealed secret shows it again.
create table calendar_link (
  business_id text primary key references business,
  secret_hash bytea not null,
  sealed bytea not null,
  created_by text not null,
  created_at timestamptz not null default now()
);
-- A change of the installation's secret goes through all businesses.
call isolate_by_business('calendar_link', open_to_platform => true);

-- What is to be completed once it is over.
create index event_to_complete on event (business_id, end_date) where status = 'Published';
