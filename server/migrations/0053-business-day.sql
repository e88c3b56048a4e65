-- A business has a day: that of its time zone, whoever asks and wherever the server stands. A venue that is elsewhere has a zone of
-- its own. The default is for businesses that are here already, and for those that the former version makes meanwhile. The
-- checks keep out what this database can't tell the day of, which would fail every later question.
alter table business add column time_zone text not null default 'Australia/Sydney'
  check (timezone(time_zone, timestamptz 'epoch') is not null);
alter table venue add column time_zone text
  check (time_zone is null or timezone(time_zone, timestamptz 'epoch') is not null);

-- The one clock that days are told by. Tests set it.
create function current_instant() returns timestamptz
  language sql stable parallel safe
  return now();

-- The day in a zone, such as that of an event.
create function zone_day(zone text, at timestamptz default current_instant()) returns date
  language sql stable parallel safe
  return timezone(zone, at)::date;

-- The zone of the business that the running query works for. In plpgsql, as that keeps the plan: it is asked by most statements.
create function business_zone() returns text
  language plpgsql stable parallel safe as $$
begin
  return (select b.time_zone from business b where b.business_id = current_setting('app.business_id', true));
end $$;

-- Its day. Statements ask for it once, as `(select business_day())`: by itself it would be asked anew for every row.
create function business_day(at timestamptz default current_instant()) returns date
  language plpgsql stable parallel safe as $$
begin
  return (select timezone(b.time_zone, at)::date from business b
    where b.business_id = current_setting('app.business_id', true));
end $$;

-- The day at one of its venues.
create function venue_day(no text, at timestamptz default current_instant()) returns date
  language plpgsql stable parallel safe as $$
begin
  return (select timezone(coalesce(v.time_zone, b.time_zone), at)::date
    from business b left join venue v on v.business_id = b.business_id and v.venue_no = no
    where b.business_id = current_setting('app.business_id', true));
end $$;

-- The day where it is earliest, of the business and its venues: what is before it is over at all of them.
create function earliest_day(at timestamptz default current_instant()) returns date
  language plpgsql stable parallel safe as $$
begin
  return (select min(timezone(coalesce(v.time_zone, b.time_zone), at)::date)
    from business b left join lateral (
      select null as time_zone union all
      select time_zone from venue where venue.business_id = b.business_id and deleted_at is null
    ) v on true
    where b.business_id = current_setting('app.business_id', true));
end $$;

-- The former version asks this one; it goes with a later migration.
create or replace function card_day() returns date
  language sql stable parallel safe
  return business_day();

-- When a report is sent next: at seven in the morning of the business, of the next day, Monday or first of the month.
create function next_report_at(schedule text, after timestamptz, zone text) returns timestamptz
  language sql stable
  return (date_trunc(case schedule when 'Daily' then 'day' when 'Weekly' then 'week' else 'month' end,
      after at time zone zone - interval '7 hours')
    + case schedule when 'Daily' then interval '1 day' when 'Weekly' then interval '1 week' else interval '1 month' end
    + interval '7 hours') at time zone zone;
create or replace function next_report_at(schedule text, after timestamptz) returns timestamptz
  language sql stable
  return next_report_at(schedule, after, business_zone());

-- Where a business has moved to another zone, its reports come in the morning there, of the same day: one that is still to
-- be sent isn't left out, and one that was sent this morning isn't sent again.
create function follow_time_zone() returns trigger language plpgsql as $$
begin
  update saved_report set next_at = (next_at at time zone old.time_zone) at time zone new.time_zone
  where business_id = new.business_id and next_at is not null;
  return null;
end $$;
create trigger time_zone_follows after update of time_zone on business
  for each row when (old.time_zone is distinct from new.time_zone) execute function follow_time_zone();

-- As in 0023, with the columns of that day, but by the day of the business.
create or replace view pass_now with (security_invoker = true) as
  select p.business_id, p.pass_id, p.pass_configuration_id, p.member_id, p.serial, p.coupon_code, p.code_hash, p.holder_hash,
    p.usage_count, p.invited_to, p.invited_at, p.issued_at, p.issued_by_id, p.issued_by_name, p.created_at, p.claimed_at,
    p.revoked_at, p.revoked_by_name, p.revoke_reason, p.update_tag, p.changed_at,
    m.first_name || ' ' || m.last_name as member_name, c.display_name, (c.document ->> 'PassUsageLimit')::integer as usage_limit,
    p.issued_at + make_interval(months => (c.document ->> 'ExpiresAfterMonths')::integer) as expires_at,
    case when p.revoked_at is not null then 'Revoked'
      when m.deleted_at is not null and (c.document ->> 'VoidWhenMemberDeleted')::boolean then 'Void'
      when (c.document ->> 'VoidWhenUnfinancial')::boolean
        and not coalesce(m.date_financial >= (select business_day()), false) then 'Void'
      when p.issued_at + make_interval(months => (c.document ->> 'ExpiresAfterMonths')::integer) <= now() then 'Expired'
      when p.claimed_at is null then 'Invited'
      else 'Active' end as state
  from pass p
  join member m on m.business_id = p.business_id and m.member_id = p.member_id
  join pass_configuration c
    on c.business_id = p.business_id and c.pass_configuration_id = p.pass_configuration_id;
