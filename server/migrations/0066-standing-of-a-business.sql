-- How a business stands. Suspended: nobody of it signs in or works in it, until that is lifted.
alter table business
  add column standing text not null default 'Open' check (standing in ('Open', 'Suspended')),
  add column standing_since timestamptz,
  add column standing_reason text,
  add column standing_by text,
  add constraint suspended_since check (standing = 'Open' or standing_since is not null);

-- Jobs of a suspended business, which go on once that is lifted. One is there once, however often it was started meanwhile.
create table resting_job (
  business_id text not null references business,
  job_id bigint generated always as identity,
  task text not null,
  payload text not null,
  primary key (business_id, job_id)
);
call isolate_by_business('resting_job');
create unique index resting_job_once on resting_job (business_id, task, md5(payload));
