-- Who changed a form last: whoever saves after somebody else is told.
alter table request_form
  add column updated_at timestamptz not null default now(),
  add column updated_by_name text;
