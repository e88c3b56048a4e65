-- How long a business keeps what piles up, by kind. What has no row here, or no months, is kept for good: so is everything
-- of the businesses that are here already. The shortest are those of contract/business/retention-words.ts.
create function shortest_retention(kind text) returns integer
  language sql immutable parallel safe
  return case kind when 'MessageTexts' then 3 when 'EventScans' then 6 else 12 end;
create table retention (
  business_id text not null references business,
  kind text not null
    check (kind in ('MessageTexts', 'Messages', 'AuditTrail', 'MemberChanges', 'CardChanges', 'EventScans')),
  months integer check (months between shortest_retention(kind) and 240),
  -- What has fallen away, and isn't told in the trail yet.
  fallen bigint not null default 0,
  primary key (business_id, kind)
);
call isolate_by_business('retention');

-- Of a message the text and whom it went to fall away first: the line that it was sent stays.
alter table outbox_message add column text_removed_at timestamptz;
-- What is oldest is found by its age; each message is in one of the two.
create index outbox_message_with_text on outbox_message (business_id, created_at) where text_removed_at is null;
create index outbox_message_without_text on outbox_message (business_id, created_at) where text_removed_at is not null;
create index renewal_reminder_with_recipient on renewal_reminder (business_id, at) where recipient <> '';
create index member_change_by_age on member_change (business_id, at);
create index card_change_by_age on card_change (business_id, at);

-- What the figures of an event need of scans that have fallen away: how many, of the members of which venue ('' for a code
-- that was nobody's), with what result, in which quarter of an hour. Nobody is named.
create table event_scan_sum (
  business_id text not null references business,
  event_id text not null,
  venue_no text not null,
  result text not null,
  quarter timestamptz not null,
  scans integer not null check (scans > 0),
  primary key (business_id, event_id, quarter, result, venue_no)
);
call isolate_by_business('event_scan_sum');
revoke insert, update, delete on event_scan_sum from hub_app;

-- When the day began, in the business of the query, that is so many months ago: what is before is older.
create function months_ago(months integer) returns timestamptz
  language sql stable
  return (select timezone(b.time_zone, zone_day(b.time_zone) - make_interval(months => months_ago.months))
    from business b where b.business_id = current_setting('app.business_id', true));

-- Lets what is older than a moment fall away in the business of the query, and tells how much that was: as much as was asked
-- for where there may be more. Trails are closed to
-- the server: this is the one way, as the owner, and it goes no further than the business has set, nor than is allowed at all.
create function let_fall_away(what text, older_than timestamptz, most integer) returns integer
  language plpgsql security definer set search_path = '' as $$
declare
  own text := public.current_business();
  allowed timestamptz := (select public.months_ago(greatest(r.months, public.shortest_retention(r.kind)))
    from public.retention r where r.business_id = own and r.kind = what and r.months is not null);
  gone integer;
  -- What has fallen without being counted: it belongs to something that is.
  along integer := 0;
begin
  if older_than is null or allowed is null or older_than > allowed then
    raise exception 'the business keeps this for longer' using errcode = 'HR000';
  end if;
  if most is null or most not between 1 and 10000 then
    raise exception 'between 1 and 10000 at a time' using errcode = 'HR001';
  end if;
  case what
  when 'MessageTexts' then
    -- What waits to be sent has nothing taken, however old it is; and one that was sent again is as old as that.
    update public.outbox_message m
    set recipient = '', subject = null, body = '', secret = null, sealed = null, last_error = null, text_removed_at = now()
    from (
      select id from public.outbox_message
      where business_id = own and text_removed_at is null and created_at < older_than
        and coalesce(sent_at, created_at) < older_than and state <> 'Queued'
      order by created_at limit most for update skip locked
    ) old
    where m.business_id = own and m.id = old.id;
    get diagnostics gone = row_count;
    -- Whom a reminder went to is known for as long as its text is; that it was sent stays, so that it is sent once.
    update public.renewal_reminder r set recipient = ''
    from (
      select id from public.renewal_reminder
      where business_id = own and recipient <> '' and at < older_than
      order by at limit most for update skip locked
    ) old
    where r.business_id = own and r.id = old.id;
    get diagnostics along = row_count;
  when 'Messages' then
    delete from public.outbox_message m using (
      select id from public.outbox_message
      where business_id = own and text_removed_at is not null and created_at < older_than
        and coalesce(sent_at, created_at) < older_than
      order by created_at limit most for update skip locked
    ) old
    where m.business_id = own and m.id = old.id;
    get diagnostics gone = row_count;
  when 'AuditTrail' then
    delete from public.audit_entry a using (
      select id from public.audit_entry where business_id = own and at < older_than order by at limit most for update skip locked
    ) old
    where a.business_id = own and a.id = old.id;
    get diagnostics gone = row_count;
  when 'MemberChanges' then
    delete from public.member_change c using (
      select member_id, id from public.member_change
      where business_id = own and at < older_than order by at limit most for update skip locked
    ) old
    where c.business_id = own and c.member_id = old.member_id and c.id = old.id;
    get diagnostics gone = row_count;
  when 'CardChanges' then
    delete from public.card_change c using (
      select card_id, id from public.card_change
      where business_id = own and at < older_than order by at limit most for update skip locked
    ) old
    where c.business_id = own and c.card_id = old.card_id and c.id = old.id;
    get diagnostics gone = row_count;
  when 'EventScans' then
    -- All of an event together, once it has been over for so long: until then nobody is in twice by it.
    with old as (
      delete from public.event_scan s using (
        select s.event_id, s.scan_id
        from public.business b
        join public.event e on e.business_id = b.business_id and e.end_date < public.zone_day(b.time_zone, older_than)
        join public.event_scan s on s.business_id = e.business_id and s.event_id = e.event_id and s.scanned_at < older_than
        where b.business_id = own
        limit most for update of s skip locked
      ) chosen
      where s.business_id = own and s.event_id = chosen.event_id and s.scan_id = chosen.scan_id
      returning s.event_id, s.member_id, s.result, s.scanned_at, s.undone_at
    ), summed as (
      insert into public.event_scan_sum as known (business_id, event_id, venue_no, result, quarter, scans)
      select own, old.event_id, coalesce(m.venue_no, ''), old.result,
        date_bin('15 minutes', old.scanned_at, 'epoch'), count(*)
      from old left join public.member m on m.business_id = own and m.member_id = old.member_id
      where old.undone_at is null
      group by 2, 3, 4, 5
      on conflict (business_id, event_id, quarter, result, venue_no) do update set scans = known.scans + excluded.scans
    )
    select count(*) into gone from old;
  end case;
  update public.retention r set fallen = fallen + gone where r.business_id = own and r.kind = what;
  return greatest(gone, along);
end $$;
revoke all on function let_fall_away from public;
grant execute on function let_fall_away to hub_app;
