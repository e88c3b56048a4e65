-- Sums of cards are taken from an index alone.
create index card_values on card (business_id, created_at) include (initial_cents);

-- What moved in a period, whosever it is: entries come in the order of time, so a few numbers for each stretch of the table do.
create index ledger_entry_by_time on ledger_entry using brin (at) with (autosummarize = on);

-- Who holds a pass, the newest first.
create index pass_held on pass (business_id, claimed_at, pass_id) where claimed_at is not null and revoked_at is null;

-- Reports that somebody gave a name, for themself or for everyone, and when they want to be sent the link.
create table saved_report (
  business_id text not null references business,
  saved_report_id text not null default gen_random_uuid(),
  owner_id text not null,
  owner_name text not null,
  owner_email text not null,
  name text not null,
  report text not null,
  -- The filters as the report's address has them.
  search text not null,
  is_shared boolean not null,
  schedule text not null check (schedule in ('Never', 'Daily', 'Weekly', 'Monthly')),
  next_at timestamptz,
  last_sent_at timestamptz,
  primary key (business_id, saved_report_id),
  check ((schedule = 'Never') = (next_at is null))
);
call isolate_by_business('saved_report');
create unique index saved_report_of_owner on saved_report (business_id, owner_id, plain(name));
create index saved_report_due on saved_report (business_id, next_at) where next_at is not null;

-- When a report is sent next: at seven in the morning of Australia's east, of the next day, Monday or first of the month.
create function next_report_at(schedule text, after timestamptz) returns timestamptz
  language sql stable
  return (date_trunc(case schedule when 'Daily' then 'day' when 'Weekly' then 'week' else 'month' end,
      after at time zone 'Australia/Sydney' - interval '7 hours')
    + case schedule when 'Daily' then interval '1 day' when 'Weekly' then interval '1 week' else interval '1 month' end
    + interval '7 hours') at time zone 'Australia/Sydney';
