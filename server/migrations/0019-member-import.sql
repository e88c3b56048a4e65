-- An import of members: a file that came in parts, is checked, and then taken over row by row.
create table member_import (
  business_id text not null references business,
  import_id text not null default gen_random_uuid(),
  file_name text not null,
  state text not null default 'Uploading'
    check (state in ('Uploading', 'Checking', 'Checked', 'Running', 'Done', 'Cancelled', 'Failed')),
  characters bigint not null default 0,
  parts integer not null,
  parts_there integer not null default 0,
  columns jsonb not null default '[]',
  mapping jsonb,
  venue_no text,
  choices jsonb,
  -- The last row that has been checked, and the last that has been taken over. The header is row 1.
  checked_row integer not null default 1,
  checked_part integer not null default 0,
  taken_row integer not null default 1,
  findings jsonb,
  created integer not null default 0,
  updated integer not null default 0,
  skipped integer not null default 0,
  refused integer not null default 0,
  failure text,
  -- On whose behalf the work is done after their call, and in which venues.
  actor_id text not null,
  actor_name text not null,
  venues text[],
  address text not null,
  request_id text not null,
  created_at timestamptz not null default clock_timestamp(),
  -- When it last went on: one that stands still has lost its server.
  worked_at timestamptz,
  finished_at timestamptz,
  -- How often in a row it could not go on.
  tries integer not null default 0,
  primary key (business_id, import_id)
);
call isolate_by_business('member_import', open_to_platform => true);
create index member_import_newest on member_import (business_id, created_at, import_id);
create index member_import_at_work on member_import (worked_at) where state in ('Checking', 'Running');

create table member_import_part (
  business_id text not null,
  import_id text not null,
  part integer not null,
  content text not null,
  primary key (business_id, import_id, part),
  foreign key (business_id, import_id) references member_import
);
call isolate_by_business('member_import_part');

-- The rows of a file as the dry run understood them. `problems` refuse a row; `needs` do so unless it is of a
-- member who has what it lacks.
create table member_import_row (
  business_id text not null,
  import_id text not null,
  row_no integer not null,
  venue_no text,
  fields jsonb not null,
  problems jsonb,
  needs jsonb,
  finding text check (finding in ('Refused', 'Number', 'NameAndBirthDate', 'Email')),
  match_member_id text,
  match_row integer,
  membership_number text collate "C" generated always as (fields ->> 'MembershipNumber') stored,
  email text generated always as (coalesce(fields #>> '{HomeContactDetails,EmailAddress}',
    fields #>> '{WorkContactDetails,EmailAddress}', fields #>> '{PostalContactDetails,EmailAddress}')) stored,
  sort_name text collate "C" generated always as (plain((fields ->> 'LastName') || ' ' || (fields ->> 'FirstName'))) stored,
  birth_date text generated always as (fields ->> 'BirthDate') stored,
  primary key (business_id, import_id, row_no)
);
call isolate_by_business('member_import_row');
create index member_import_row_finding on member_import_row (business_id, import_id, finding, row_no)
  where finding is not null;
-- Numbers that the file gives aren't given to a row without one.
create index member_import_row_number on member_import_row (business_id, import_id, membership_number)
  where membership_number is not null;

-- Of many new rows the planner learns late, and of a new business among many perhaps never: an import tells it.
create function refresh_statistics(of_table regclass) returns void
  language plpgsql security definer set search_path = ''
  as $$
begin
  if of_table not in ('public.member'::regclass, 'public.member_import_row'::regclass) then
    raise exception 'not a table of imports: %', of_table;
  end if;
  execute format('analyze %s', of_table);
end $$;
revoke all on function refresh_statistics from public;
grant execute on function refresh_statistics to hub_app;

-- What duplicates are found by, beside number and name.
create index member_home_email on member (business_id, (home_contact ->> 'EmailAddress'))
  where home_contact ->> 'EmailAddress' is not null and deleted_at is null;
create index member_work_email on member (business_id, (work_contact ->> 'EmailAddress'))
  where work_contact ->> 'EmailAddress' is not null and deleted_at is null;
create index member_postal_email on member (business_id, (postal_contact ->> 'EmailAddress'))
  where postal_contact ->> 'EmailAddress' is not null and deleted_at is null;

-- Two members who were one person. What moved is written down by whoever moved it, and can be put back for 30 days.
create table member_merge (
  business_id text not null,
  merge_id text not null default gen_random_uuid(),
  survivor_id text not null,
  other_id text not null,
  -- What it changed of the survivor; and whether the two have exchanged their numbers.
  changes jsonb not null,
  is_number_swapped boolean not null,
  moved jsonb not null,
  actor_id text not null,
  actor_name text not null,
  at timestamptz not null default now(),
  undone_at timestamptz,
  undone_by text,
  primary key (business_id, merge_id),
  foreign key (business_id, survivor_id) references member,
  foreign key (business_id, other_id) references member
);
call isolate_by_business('member_merge');
create index member_merge_survivor on member_merge (business_id, survivor_id);
create index member_merge_other on member_merge (business_id, other_id);
