-- What somebody doesn't want to see on Today for a while. Of requests also whether any have come since.
create table today_snooze (
  business_id text not null references business,
  uid text not null,
  line text not null,
  snoozed_at timestamptz not null default now(),
  until timestamptz not null,
  primary key (business_id, uid, line)
);
call isolate_by_business('today_snooze');

-- What the plots of the home page show, counted each night: nobody who opens it has all members counted. A month of a
-- figure has what was last counted in it; where users see some venues only, theirs are added up.
create table trend (
  business_id text not null references business,
  figure text not null,
  month date not null,
  venue_no text not null,
  value bigint not null,
  counted_on date not null,
  primary key (business_id, figure, month, venue_no)
);
call isolate_by_business('trend');

-- The dates that those were born on who have their birthday on one of so many days from a day on. Who was born on the
-- 29th of February has it on the 28th in a year without one. Dates rather than months and days: under row-level
-- security no index of an expression serves, and one of dates does.
create function birth_dates(from_day date, days integer) returns date[]
  language sql immutable parallel safe strict
  return array(
    select b.born
    from generate_series(0, days - 1) ahead, generate_series(0, 130) years,
      lateral (select (from_day + ahead - make_interval(years => years))::date as born) b
    where extract(day from b.born) = extract(day from from_day + ahead)
    union all
    select b.born + 1
    from generate_series(0, days - 1) ahead, generate_series(0, 130) years,
      lateral (select (from_day + ahead - make_interval(years => years))::date as born) b
    where extract(month from b.born) = 2 and extract(day from b.born) = 28 and extract(month from b.born + 1) = 2
      and extract(month from from_day + ahead + 1) = 3);

-- Members can't be written while it is built: a second or two for a million. Before the messages, as calls change members first:
-- whoever waits for it holds nothing that this waits for.
create index member_by_birth_date on member (business_id, birth_date) include (member_id)
  where deleted_at is null and birth_date is not null;
create index outbox_message_failed on outbox_message (business_id, id) where state = 'Failed';
